using PlayHouse.Engine.Strategies.PeerId;
