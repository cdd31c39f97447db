-- Reasons, warnings and remedies of a verdict are facts from here on. Older rows stay as they are: their sentences are read as they were said.
-- The number alone matters: a build that knows sentences only must refuse this store and not call it damaged.
SELECT 1;
