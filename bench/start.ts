/** A whole program that only loads one package: `node start.js PACKAGE`. */
require(process.argv[2] ?? 'cdk8s');
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, tree: 0, megabytes: maxRSS / 1024 }));
