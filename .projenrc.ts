import { project } from './projenrc/project';
import { ci } from './projenrc/ci';
import { face } from './projenrc/face';
import { packing } from './projenrc/packing';
import { release } from './projenrc/release';
import { tasks } from './projenrc/tasks';
import { typescript } from './projenrc/typescript';

face(project);
packing(project);
typescript(project);
tasks(project);
release(project);
ci(project);
project.synth();
