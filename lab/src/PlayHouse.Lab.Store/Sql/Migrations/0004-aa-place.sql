-- Where an A/A run was made: its alarm is about one scenario, layout and load. Rows of older builds belong to no place.
ALTER TABLE aa_result ADD COLUMN scenario TEXT NOT NULL DEFAULT '';
ALTER TABLE aa_result ADD COLUMN layout TEXT NOT NULL DEFAULT '';
ALTER TABLE aa_result ADD COLUMN load TEXT NOT NULL DEFAULT '';
