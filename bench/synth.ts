import { App, YamlOutputType } from 'cdk8s';
import { FleetApp } from 'cdk8s-workstations';
import { build } from './fleet';

/** A whole program: `node synth.js WRITER PEOPLE FOLDER`; says what it cost as JSON. */
const [, , writer = 'fleet', people = '100', outdir = ''] = process.argv;

const app = writer === 'chart' ? new App({ outdir, yamlOutputType: YamlOutputType.FILE_PER_CHART })
  : writer === 'folder' ? new App({ outdir, yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE })
    : new FleetApp({ outdir });
build(app, Number(people));
const tree = process.cpuUsage();
app.synth();
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, tree: (tree.user + tree.system) / 1e6, megabytes: maxRSS / 1024 }));
