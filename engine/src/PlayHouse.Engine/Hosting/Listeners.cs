using PlayHouse.Engine.Sessions;
