-- A/A runs keep their guards and their word, too. Rows of older builds are of primary metrics, and their run's word is not known.
ALTER TABLE aa_result ADD COLUMN role TEXT NOT NULL DEFAULT 'primary';
ALTER TABLE aa_result ADD COLUMN is_loss INTEGER NOT NULL DEFAULT 0;
ALTER TABLE aa_result ADD COLUMN word TEXT;
