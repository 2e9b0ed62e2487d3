import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { FleetApp } from '../../src/output/fleet-app';
import { NetworkIsolation } from '../../src/values';
import { office, person, root } from '../support/fleet';
import { newFolder } from './apps';

const CILIUM = NetworkIsolation.cilium();
const PLAIN = NetworkIsolation.networkPolicy({ clusterCidrs: ['10.42.0.0/16'] });

/** Writes a fleet and gives what is said of what left it. */
function synth(outdir: string, people: Readonly<Record<string, NetworkIsolation | undefined>>): string[] {
  const app = new FleetApp({ fleet: 'ai-lab', outdir });
  for (const [name, network] of Object.entries(people)) {
    const home = new UserSpace(app, name, { owner: person(name), ...(network === undefined ? {} : { network }) });
    new Workstation(home, 'workstation', { profile: office(), rootDisk: root(home) });
  }
  const said = app._synthesize(true).faults.filter(({ code, message }) => /^WS-KEEP/.test(code) && message.includes('Policy')).map(({ code, severity, message, fix }) => `${code} ${severity} ${message}: ${fix}`);
  app.synth();
  return said;
}

describe('the policy that closes a namespace', () => {
  beforeEach(() => {
    process.env.WORKSTATIONS_QUIET = '1';
  });

  it('stays without a word that alarms when its person leaves', () => {
    const outdir = newFolder();
    synth(outdir, { alice: CILIUM, bob: CILIUM });
    expect(synth(outdir, { bob: CILIUM })).toEqual([expect.stringMatching(/^WS-KEEP-004 info CiliumNetworkPolicy 'workstation-alice\/default-deny'/)]);
  });

  it.each([['CiliumNetworkPolicy', CILIUM, 'ciliumnetworkpolicies'], ['NetworkPolicy', PLAIN, 'networkpolicies']])('of the kind %s cuts everything off when the isolation is taken away (WS-KEEP-014)', (kind, network, resource) => {
    const outdir = newFolder();
    synth(outdir, { alice: network, bob: network });
    expect(synth(outdir, { alice: undefined, bob: network })).toEqual([
      `WS-KEEP-014 warning ${kind} 'workstation-alice/default-deny' is no longer in the output, stays in the cluster, and now closes namespace 'workstation-alice' for everything: `
      + `apply this output and delete it at once: kubectl delete ${resource} default-deny -n workstation-alice; or keep \`network\` of that space`,
    ]);
    expect(synth(outdir, { alice: network, bob: network })).toEqual([]);
  });

  it('of the other kind closes what is closed anyway', () => {
    const outdir = newFolder();
    synth(outdir, { alice: CILIUM });
    expect(synth(outdir, { alice: PLAIN })).toEqual([expect.stringMatching(/^WS-KEEP-004 info CiliumNetworkPolicy/)]);
  });
});
