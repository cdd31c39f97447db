// Reads one histogram task as JSON on stdin, answers with what hdr-histogram-js makes of the same values.
const hdr = require("hdr-histogram-js");

const task = JSON.parse(require("fs").readFileSync(0, "utf8"));
const histogram = hdr.build({
  lowestDiscernibleValue: 1,
  highestTrackableValue: task.highest,
  numberOfSignificantValueDigits: 3,
  bitBucketSize: 64,
  useWebAssembly: false,
});
for (const value of task.values) {
  histogram.recordValue(value);
}

console.log(JSON.stringify({
  count: histogram.totalCount,
  percentiles: task.shares.map((share) => histogram.getValueAtPercentile(share * 100)),
  hgrm: histogram.outputPercentileDistribution(5, task.unit),
}));
