// CI repeats one set of random cases, so that a red run can be repeated; everybody else's run tries new ones.
// WORKSTATIONS_SEED=<number> repeats a run.
const fc = require('fast-check');

const seed = Number(process.env.WORKSTATIONS_SEED ?? (process.env.CI === 'true' ? '20261201' : Math.floor(Math.random() * 2 ** 31)));
fc.configureGlobal({ seed });
