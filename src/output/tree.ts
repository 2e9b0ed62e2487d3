import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import {
  type Acknowledgement, acknowledgementsOf,
} from '../constructs/acknowledge';
import { type Expectation, expectationsOf } from '../constructs/expectations';
import { faultsOf } from '../constructs/fault-record';
import { type Note, notesOf } from '../constructs/notes';
import { type Fault, fault } from '../faults';
import { wordsOf } from './render';

/** A construct that holds an API object, with its place in the tree. */
export interface FoundObject {
  readonly object: ApiObject;
  readonly path: string;
  /** Path of the closest chart. */
  readonly chart: string;
}

/** `source` must be applied after `target`. */
export interface Dependency {
  readonly source: IConstruct;
  readonly target: IConstruct;
}

/** All that one walk over the construct tree finds. */
export interface Tree {
  readonly objects: readonly FoundObject[];
  readonly dependencies: readonly Dependency[];
  readonly faults: readonly Fault[];
  readonly acknowledgements: readonly (Acknowledgement & { readonly path: string })[];
  readonly expectations: readonly Expectation[];
  readonly notes: readonly Note[];
}

/** Walks the tree once. Validations of the app's own constructs become faults (WS-APP-003). */
export function readTree(root: IConstruct): Tree {
  const objects: FoundObject[] = [];
  const dependencies: Dependency[] = [];
  const faults: Fault[] = [];
  const acknowledgements: (Acknowledgement & { path: string })[] = [];
  const expectations: Expectation[] = [];
  const notes: Note[] = [];

  const visit = (construct: IConstruct, path: string, chart: string): void => {
    const { node } = construct;
    const closest = Chart.isChart(construct) ? path : chart;
    if (ApiObject.isApiObject(construct)) {
      objects.push({ object: construct, path, chart: closest });
    }
    try {
      node.dependencies.forEach((target) => dependencies.push({ source: construct, target }));
    } catch (error) {
      faults.push(says(error, path));
    }
    faults.push(...faultsOf(construct), ...validate(construct, path));
    for (const acknowledgement of acknowledgementsOf(construct)) {
      acknowledgements.push({ ...acknowledgement, path });
    }
    expectations.push(...expectationsOf(construct));
    notes.push(...notesOf(construct));
    for (const child of node.children) {
      visit(child, path === '' ? child.node.id : `${path}/${child.node.id}`, closest);
    }
  };
  visit(root, '', '');
  return { objects, dependencies, faults, acknowledgements, expectations, notes };
}

function validate(construct: IConstruct, path: string): Fault[] {
  try {
    return construct.node.validate().map((words) => says(words, path));
  } catch (error) {
    return [says(error, path)];
  }
}

const says = (words: unknown, path: string): Fault => fault('WS-APP-003', { got: wordsOf(words).replace(/\s+/g, ' ').trim() }, { construct: path });
