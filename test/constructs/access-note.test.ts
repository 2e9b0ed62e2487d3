import { parseDocument } from 'yaml';
import { notesOf } from '../../src/constructs/notes';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { Workstation } from '../../src/constructs/workstation';
import { UserSpace } from '../../src/constructs/user-space';
import { joinNotes } from '../../src/output/note-files';
import { GuestService, Person } from '../../src/values';
import { gi, key, office, plainApp, root, space, STORAGE } from '../support/fleet';

const textsOf = (machine: Workstation): string[] => notesOf(machine).filter(({ path }) => path === 'access.md').map(({ text }) => text);

const made = (props: Partial<ConstructorParameters<typeof Workstation>[2]> = {}, alice = space()): Workstation => {
  new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(1) });
  return new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), ...props });
};

describe('what a person is sent', () => {
  it('starts, reaches and stops the own machine', () => {
    const [, own] = textsOf(made());
    expect(own).toBe(`## alice-workstation, for alice (\`oidc:alice\`)

\`\`\`sh
virtctl start alice-workstation -n workstation-alice          # switch it on
kubectl get vmi alice-workstation -n workstation-alice        # is it running?
virtctl ssh alice@vmi/alice-workstation -n workstation-alice  # a shell in it, with your SSH key
virtctl vnc alice-workstation -n workstation-alice            # its screen
virtctl console alice-workstation -n workstation-alice        # its serial console
virtctl stop alice-workstation -n workstation-alice           # switch it off
\`\`\`
`);
  });

  it('says nothing of a screen and of SSH where there is none', () => {
    const [, own = ''] = textsOf(made({ graphics: false, services: [] }));
    expect(own).not.toMatch(/virtctl (vnc|ssh)/);
    expect(textsOf(made({ services: [GuestService.ssh({ user: 'ubuntu' })] }))[1]).toContain('virtctl ssh ubuntu@vmi/alice-workstation');
  });

  it('nothing for whom the API server does not know', () => {
    const alice = new UserSpace(plainApp(), 'alice', { owner: Person.of('alice', { sshKeys: [key()] }) });
    expect(textsOf(made({}, alice))).toEqual([]);
  });

  it('one text of all, the kubeconfig first and once', () => {
    const app = plainApp();
    const notes = ['bob', 'alice'].flatMap((name) => notesOf(made({}, space(app, name))));
    const text = joinNotes(notes).get('access.md') ?? '';
    expect([...text.matchAll(/^##? .*$/gm)].map(([line]) => line)).toEqual([
      '# How people start and reach their machines', '## alice-workstation, for alice (`oidc:alice`)', '## bob-workstation, for bob (`oidc:bob`)',
    ]);
    const config = parseDocument(/```yaml\n([^`]*)```/.exec(text)?.[1] ?? '');
    expect(config.errors).toEqual([]);
    expect(config.toJS()).toMatchObject({ apiVersion: 'v1', kind: 'Config', 'current-context': 'workstations', contexts: [{ context: { cluster: 'workstations', user: 'me' } }] });
  });
});
