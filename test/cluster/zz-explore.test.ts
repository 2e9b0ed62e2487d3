import fc from 'fast-check';
import { writeFileSync } from 'fs';
import { checkObjects } from '../../src/checks';
import { fleetOf, plans } from './fleets';
import { Judge } from './judges';
import { mutated, mutations } from './mutations';
import { kubevirtSpec } from './outputs';
import { definitions } from './definitions';
test('explore', async () => {
  const judge = await Judge.start();
  const found = new Map<string, { n: number; said: string }>();
  const N = Number(process.env.N ?? 3000);
  let refused = 0, both = 0, stricter = 0; const codes = new Map<string, { n: number; said: string }>();
  judge.define(definitions([]).crds);
  await fc.assert(fc.asyncProperty(plans, fc.array(mutations, { minLength: 20, maxLength: 20 }), async (plan, list) => {
    const fleet = fleetOf({ ...plan, kubevirt: '1.9' });
    if (fleet.refused.length) return;
    judge.configure(kubevirtSpec(fleet.expects), fleet.objects.filter((o) => o.kind.startsWith('VirtualMachineCluster')));
    const machine = fleet.objects.find((o) => o.kind === 'VirtualMachine')!;
    for (const m of list) {
      const change = mutated(machine, m);
      if (!change) continue;
      const verdict = await judge.ask({ object: change.object, level: 'baseline' });
      const others = fleet.objects.filter((o) => o !== machine);
      const { faults } = checkObjects({ objects: [...others, change.object].map((object) => ({ object })) as never, target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } });
      const ours = faults.filter(({ severity, code }) => severity === 'error' && code !== 'WS-REF-001');
      if (verdict.refused.length) { refused++; if (ours.length) both++; else {
        const key = verdict.refused[0]!.replace(/\d+/g, 'N').replace(/"[^"]*"/g, '"…"').replace(/unsupported architecture.*/, 'unsupported architecture').replace(/PCI address.*/, 'PCI address').replace(/^(Kubernetes: \S+?)\[N\]/, '$1').replace(/not supported on the amdN.*/,'').slice(0, 160);
        const e = found.get(key); found.set(key, { n: (e?.n ?? 0) + 1, said: e && e.said.length < change.said.length ? e.said : change.said });
      } } else if (ours.length) { stricter++; for (const o of ours) { const e = codes.get(o.code); codes.set(o.code, { n: (e?.n ?? 0) + 1, said: (e && e.said.length < change.said.length ? e.said : change.said).slice(0, 200) }); } }
    }
  }), { numRuns: N });
  writeFileSync('/tmp/explore.json', JSON.stringify({ refused, both, stricter, found: [...found].sort((a, b) => b[1].n - a[1].n), codes: [...codes].sort((a, b) => b[1].n - a[1].n) }, null, 1));
  await judge.stop();
}, 1e7);
