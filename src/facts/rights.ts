import type { Source } from './source';

/** Where the verbs of KubeVirt's subresources stand. */
export const RIGHTS_SOURCE: Source = {
  from: 'kubevirt v1.9.0 pkg/virt-operator/resource/generate/rbac/cluster.go, pkg/virt-api/api.go, pkg/virt-api/rest/authorizer.go',
  read: '2026-11-30',
};

/** What somebody may do to one machine or disk, by the name of the grant. */
export const GRANTS = ['view', 'use', 'operate', 'snapshot', 'erase'] as const;

/** Name of a grant. */
export type GrantName = (typeof GRANTS)[number];

/** One line of a grant. */
export interface GrantLine {
  readonly apiGroup: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** True where the object's name limits the right; false where names are made later, or where a name cannot limit it (`create`). */
  readonly named: boolean;
}

const KUBEVIRT = 'kubevirt.io';
const SUBRESOURCES = 'subresources.kubevirt.io';
const SNAPSHOTS = 'snapshot.kubevirt.io';

const SEE: readonly GrantLine[] = [
  { apiGroup: KUBEVIRT, resources: ['virtualmachines', 'virtualmachineinstances'], verbs: ['get'], named: true },
];

// Nobody who uses a machine may change its object: whoever patches it can attach each claim and Secret of the namespace.
const USE: readonly GrantLine[] = [
  // Of one name, list and watch are what `kubectl get vm NAME --watch` and `virtctl` ask.
  { apiGroup: KUBEVIRT, resources: ['virtualmachines', 'virtualmachineinstances'], verbs: ['get', 'list', 'watch'], named: true },
  {
    apiGroup: SUBRESOURCES,
    resources: ['virtualmachineinstances/console', 'virtualmachineinstances/guestosinfo', 'virtualmachineinstances/portforward', 'virtualmachineinstances/vnc', 'virtualmachines/portforward'],
    verbs: ['get'], named: true,
  },
  {
    apiGroup: SUBRESOURCES,
    resources: ['virtualmachineinstances/softreboot', 'virtualmachineinstances/unpause', 'virtualmachines/restart', 'virtualmachines/start', 'virtualmachines/stop'],
    verbs: ['update'], named: true,
  },
];

const SNAPSHOT: readonly GrantLine[] = [
  { apiGroup: SNAPSHOTS, resources: ['virtualmachinesnapshots'], verbs: ['create', 'get', 'list', 'watch', 'delete'], named: false },
  { apiGroup: SNAPSHOTS, resources: ['virtualmachinesnapshotcontents'], verbs: ['get'], named: false },
];

/**
 * The least rights of each grant. The API server checks a subresource by its first word and virt-api by its whole path, so a path of two
 * words stands with both.
 */
export const GRANT_LINES: Readonly<Record<Exclude<GrantName, 'erase'>, readonly GrantLine[]>> = {
  view: SEE,
  use: USE,
  operate: [
    ...USE,
    { apiGroup: KUBEVIRT, resources: ['virtualmachines'], verbs: ['update', 'patch'], named: true },
    { apiGroup: KUBEVIRT, resources: ['virtualmachineinstances'], verbs: ['delete'], named: true },
    {
      apiGroup: SUBRESOURCES,
      resources: [
        'virtualmachineinstances/evacuate', 'virtualmachineinstances/evacuate/cancel', 'virtualmachineinstances/pause', 'virtualmachineinstances/reset',
        'virtualmachines/evacuate', 'virtualmachines/evacuate/cancel', 'virtualmachines/migrate',
      ],
      verbs: ['update'], named: true,
    },
    ...SNAPSHOT,
    { apiGroup: SNAPSHOTS, resources: ['virtualmachinerestores'], verbs: ['create', 'get', 'list', 'watch', 'delete'], named: false },
  ],
  snapshot: [...SEE, ...SNAPSHOT],
};

/** To erase a disk: its DataVolume and its claim, by name. CDI makes the claim of a finished DataVolume anew, so both. */
export const ERASE_LINES: readonly GrantLine[] = [
  { apiGroup: 'cdi.kubevirt.io', resources: ['datavolumes'], verbs: ['get', 'delete'], named: true },
  { apiGroup: '', resources: ['persistentvolumeclaims'], verbs: ['get', 'delete'], named: true },
];

/** To grow a claim: `kubectl wait` gets, lists and watches it by its name. */
export const GROW_LINES: readonly GrantLine[] = [
  { apiGroup: '', resources: ['persistentvolumeclaims'], verbs: ['get', 'list', 'watch', 'patch'], named: true },
];
