import { show } from '../../faults';
import { step } from '../json';
import type { Rule } from '../rule';
import { isKey, isLabelValue } from '../words';

/** All annotations of an object together (Kubernetes apimachinery validation: TotalAnnotationSizeLimitB). */
const ANNOTATION_BYTES = 256 * 1024;

/** Labels and annotations of each object. */
export const METADATA: Rule = {
  about: 'labels and annotations',
  object(item, findings) {
    for (const key of Object.keys(item.labels)) {
      const value = item.labels[key];
      if (!isKey(key) || !isLabelValue(value)) {
        findings.add('WS-OBJECT-005', { got: `${show(key)}: ${show(value)}` }, item, `/metadata/labels/${step(key)}`);
      }
    }
    let bytes = 0;
    for (const key of Object.keys(item.annotations)) {
      const value = item.annotations[key];
      const at = (): string => `/metadata/annotations/${step(key)}`;
      if (!isKey(key)) {
        findings.add('WS-OBJECT-006', { got: `${show(key)} has a malformed key`, expected: 'an optional DNS prefix and a slash, then at most 63 letters, digits, dots, underscores and hyphens' }, item, at());
      } else if (typeof value !== 'string') {
        findings.add('WS-OBJECT-006', { got: `${show(key)} is ${show(value)}`, expected: `a string: quote it` }, item, at());
      } else {
        bytes += key.length + (value.length > 1000 ? Buffer.byteLength(value) : value.length);
      }
    }
    if (bytes > ANNOTATION_BYTES) {
      findings.add('WS-OBJECT-006', { got: `texts together have ${bytes} bytes`, expected: `at most ${ANNOTATION_BYTES} bytes; move long texts into a ConfigMap` }, item, '/metadata/annotations');
    }
  },
};
