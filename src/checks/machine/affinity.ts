import { didYouMean, show } from '../../faults';
import { given, type Json, list, record, records } from '../json';
import type { Rule } from '../rule';
import { isKey, isLabelValue } from '../words';

type Refuse = (got: string, expected: string, field: string) => void;

const NODE_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const LABEL_OPERATORS = NODE_OPERATORS.slice(0, 4);
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'];

/** Affinity and spreading: the form that pods have. */
export const AFFINITY: Rule = {
  about: 'affinity and spreading',
  machine({ item, name, at, spec }, findings) {
    const refuse: Refuse = (got, expected, field) => {
      findings.add('WS-PLACEMENT-001', { machine: name, got, expected }, item, `${at}/${field}`);
    };
    const affinity = record(spec.affinity);
    nodes(record(affinity.nodeAffinity), 'affinity/nodeAffinity', refuse);
    for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
      const field = `affinity/${kind}`;
      const found = record(affinity[kind]);
      records(found[REQUIRED]).forEach((term, index) => podTerm(term, `${field}/${REQUIRED}/${index}`, refuse));
      records(found[PREFERRED]).forEach((preference, index) => {
        weight(preference, `${field}/${PREFERRED}/${index}`, refuse);
        podTerm(record(preference.podAffinityTerm), `${field}/${PREFERRED}/${index}/podAffinityTerm`, refuse);
      });
    }
    spreads(records(spec.topologySpreadConstraints), refuse);
  },
};

function nodes(affinity: Json, field: string, refuse: Refuse): void {
  const required = record(affinity[REQUIRED]);
  if (given(affinity[REQUIRED]) && Array.isArray(required.nodeSelectorTerms) && required.nodeSelectorTerms.length === 0) {
    refuse('a required node affinity has no terms', 'give at least one of nodeSelectorTerms', `${field}/${REQUIRED}/nodeSelectorTerms`);
  }
  const term = (one: Json, place: string): void => {
    records(one.matchExpressions).forEach((expression, index) => requirement(expression, NODE_OPERATORS, `${place}/matchExpressions/${index}`, refuse));
    records(one.matchFields).forEach((expression, index) => {
      const { key, operator } = expression;
      if (key !== 'metadata.name' || !['In', 'NotIn'].includes(String(operator)) || list(expression.values).length !== 1) {
        refuse(`a field requirement of ${show(key)} with ${show(operator)} and ${list(expression.values).length} values`, 'use metadata.name with In or NotIn and one value', `${place}/matchFields/${index}`);
      }
    });
  };
  records(required.nodeSelectorTerms).forEach((one, index) => term(one, `${field}/${REQUIRED}/nodeSelectorTerms/${index}`));
  records(affinity[PREFERRED]).forEach((preference, index) => {
    weight(preference, `${field}/${PREFERRED}/${index}`, refuse);
    term(record(preference.preference), `${field}/${PREFERRED}/${index}/preference`);
  });
}

function podTerm(term: Json, field: string, refuse: Refuse): void {
  topologyKey(term.topologyKey, `${field}/topologyKey`, refuse);
  selector(record(term.labelSelector), `${field}/labelSelector`, refuse);
  for (const keys of ['matchLabelKeys', 'mismatchLabelKeys'] as const) {
    if (list(term[keys]).length > 0 && !given(term.labelSelector)) {
      refuse(`${keys} without a labelSelector`, 'give a labelSelector, or leave the keys out', `${field}/${keys}`);
    }
  }
  selector(record(term.namespaceSelector), `${field}/namespaceSelector`, refuse);
}

function topologyKey(key: unknown, field: string, refuse: Refuse): void {
  // An empty one is the schema rule's to report.
  if (typeof key === 'string' && key !== '' && !isKey(key)) {
    refuse(`topologyKey is ${show(key)}`, 'give the key of a node label, such as kubernetes.io/hostname', field);
  }
}

function weight(preference: Json, field: string, refuse: Refuse): void {
  const value = preference.weight;
  if (typeof value === 'number' && (value < 1 || value > 100)) {
    refuse(`the weight of a preference is ${value}`, 'give 1 to 100', `${field}/weight`);
  }
}

function selector(labels: Json, field: string, refuse: Refuse): void {
  records(labels.matchExpressions).forEach((expression, index) => requirement(expression, LABEL_OPERATORS, `${field}/matchExpressions/${index}`, refuse));
  const wanted = record(labels.matchLabels);
  for (const key of Object.keys(wanted)) {
    if (!isKey(key) || !isLabelValue(wanted[key])) {
      refuse(`a selector wants the label ${show(key)}: ${show(wanted[key])}`, 'give a key and a value that a label can have', `${field}/matchLabels`);
    }
  }
}

function requirement(expression: Json, operators: readonly string[], field: string, refuse: Refuse): void {
  const { key, operator } = expression;
  const count = list(expression.values).length;
  if (typeof key === 'string' && key !== '' && !isKey(key)) {
    refuse(`a requirement has the key ${show(key)}`, 'give the key of a label', `${field}/key`);
  }
  if (typeof operator !== 'string' || operator === '') {
    return;
  }
  if (!operators.includes(operator)) {
    refuse(`a requirement has the operator ${show(operator)}${didYouMean(operator, operators)}`, `give one of ${operators.join(', ')}`, `${field}/operator`);
  } else if ((operator === 'In' || operator === 'NotIn') && count === 0) {
    refuse(`${operator} without values`, 'give at least one value', `${field}/values`);
  } else if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) {
    refuse(`${operator} with values`, 'leave the values out', `${field}/values`);
  } else if ((operator === 'Gt' || operator === 'Lt') && count !== 1) {
    refuse(`${operator} with ${count} values`, 'give one whole number', `${field}/values`);
  }
}

function spreads(constraints: readonly Json[], refuse: Refuse): void {
  const seen = new Set<string>();
  constraints.forEach((constraint, index) => {
    const field = `topologySpreadConstraints/${index}`;
    const { maxSkew, minDomains, whenUnsatisfiable } = constraint;
    if (typeof maxSkew === 'number' && maxSkew < 1) {
      refuse(`maxSkew is ${maxSkew}`, 'give 1 or more', `${field}/maxSkew`);
    }
    topologyKey(constraint.topologyKey, `${field}/topologyKey`, refuse);
    if (typeof whenUnsatisfiable === 'string' && whenUnsatisfiable !== '' && !UNSATISFIABLE.includes(whenUnsatisfiable)) {
      refuse(`whenUnsatisfiable is ${show(whenUnsatisfiable)}${didYouMean(whenUnsatisfiable, UNSATISFIABLE)}`, `give ${UNSATISFIABLE.join(' or ')}`, `${field}/whenUnsatisfiable`);
    }
    if (typeof minDomains === 'number' && (minDomains < 1 || whenUnsatisfiable === 'ScheduleAnyway')) {
      refuse(`minDomains is ${minDomains}${minDomains < 1 ? '' : ' with ScheduleAnyway'}`, 'give 1 or more, with DoNotSchedule', `${field}/minDomains`);
    }
    const pair = `${String(constraint.topologyKey)} ${String(whenUnsatisfiable)}`;
    if (seen.has(pair)) {
      refuse(`two constraints spread over ${show(constraint.topologyKey)} with ${show(whenUnsatisfiable)}`, 'keep one', field);
    }
    seen.add(pair);
    selector(record(constraint.labelSelector), `${field}/labelSelector`, refuse);
  });
}
