import { given, record } from '../json';
import type { Rule } from '../rule';

/** What a feature needs beside it. Left out, KubeVirt turns it on itself; turned off, it refuses (pkg/virt-api/webhooks/hyperv.go). */
const NEEDS = [['evmcs', 'vapic'], ['ipi', 'vpindex'], ['tlbflush', 'vpindex'], ['synictimer', 'synic'], ['synic', 'vpindex']] as const;

const on = (feature: unknown): boolean => given(feature) && record(feature).enabled !== false;
const off = (feature: unknown): boolean => given(feature) && record(feature).enabled === false;

/** What a Windows guest sees of its hypervisor. */
export const HYPERV: Rule = {
  about: "Hyper-V's features",
  machine({ item, name, at, domain }, findings) {
    const features = record(domain.features);
    const refuse = (got: string, expected: string, where: string): void => {
      findings.add('WS-SPEC-008', { machine: name, got, expected }, item, `${at}/domain/features/${where}`);
    };
    if (given(features.hyperv) && given(features.hypervPassthrough)) {
      refuse('has hyperv and hypervPassthrough', 'give one of the two', 'hypervPassthrough');
    }
    const hyperv = record(features.hyperv);
    for (const [feature, needed] of NEEDS) {
      if (on(hyperv[feature]) && off(hyperv[needed])) {
        refuse(`has hyperv.${feature} and turns ${needed} off`, `leave hyperv.${needed} out, or turn both off`, `hyperv/${feature}`);
      }
    }
  },
};
