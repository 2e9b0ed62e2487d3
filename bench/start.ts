/** A whole program that loads one package and makes its app: `node start.js PACKAGE [CLASS]`. Ours loads what is asked for. */
const [, , name = 'cdk8s', made] = process.argv;
const loaded = require(name) as Record<string, new () => object>;
const app = loaded[made ?? ''];
if (app !== undefined) {
  new app();
}
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, tree: 0, megabytes: maxRSS / 1024 }));
