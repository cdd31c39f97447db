-- The decision as data in addition to its text, and how far it has been carried out: its files, then the workspace's strategies.
ALTER TABLE decision ADD COLUMN record TEXT;
ALTER TABLE decision ADD COLUMN written_ms {int};
ALTER TABLE decision ADD COLUMN applied_ms {int};

-- A decision is replaced once, whatever two people do at the same time.
CREATE UNIQUE INDEX decision_superseded_once ON decision (supersedes);
