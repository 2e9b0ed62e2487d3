import { didYouMean } from '../faults';
import type { Findings } from './findings';
import { called, type Item } from './item';
import { given, record, records, text } from './json';
import type { Rule } from './rule';
import type { World } from './world';

/** Kinds that others bring into a namespace of ours: a Secret manager, a trust bundle, a controller. */
type Strict = 'ours' | 'anybody';

interface Need {
  readonly kind: string;
  readonly group: string;
  readonly namespace: string;
  readonly name: string;
  readonly field: string;
  readonly strict: Strict;
  /** Already found by other means. */
  readonly found?: boolean;
}

function look(need: Need, by: Item, what: string, world: World, findings: Findings): void {
  const { kind, group, namespace, name, field } = need;
  if (need.found === true || world.find(`${group}/${kind}`, namespace, name) !== undefined) {
    return;
  }
  if (need.strict === 'ours' && world.owns(namespace) && !world.isExpected(kind, namespace, name)) {
    const known = world.all(`${group}/${kind}`).filter((item) => item.namespace === namespace).map((item) => item.name);
    findings.add('WS-REF-001', { what, kind, name, namespace, near: didYouMean(name, known) }, by, field);
  } else {
    world.need(kind, namespace, name, by);
  }
}

/** A claim may come from a claim, a DataVolume or a template. */
function claim(namespace: string, name: string, field: string, world: World): Need {
  return { kind: 'PersistentVolumeClaim', group: '', namespace, name, field, strict: 'ours', found: world.hasClaim(namespace, name) };
}

/** What machines refer to. */
export const MACHINE_REFERENCES: Rule = {
  about: 'what machines refer to',
  machine({ item, at, spec, volumes, networks }, findings, world) {
    const what = called(item);
    const { namespace } = item;
    const need = (found: Need): void => look(found, item, what, world, findings);
    volumes.forEach((volume, index) => {
      const field = `${at}/volumes/${index}`;
      for (const [source, key] of [['persistentVolumeClaim', 'claimName'], ['memoryDump', 'claimName']] as const) {
        const name = text(record(volume[source])[key]);
        if (name !== undefined) {
          need(claim(namespace, name, `${field}/${source}/${key}`, world));
        }
      }
      const ephemeral = text(record(record(volume.ephemeral).persistentVolumeClaim).claimName);
      if (ephemeral !== undefined) {
        need(claim(namespace, ephemeral, `${field}/ephemeral/persistentVolumeClaim/claimName`, world));
      }
      const dataVolume = text(record(volume.dataVolume).name);
      if (dataVolume !== undefined) {
        need({ kind: 'DataVolume', group: 'cdi.kubevirt.io', namespace, name: dataVolume, field: `${field}/dataVolume/name`, strict: 'ours', found: world.hasClaim(namespace, dataVolume) });
      }
      for (const kind of ['cloudInitNoCloud', 'cloudInitConfigDrive'] as const) {
        for (const ref of ['secretRef', 'networkDataSecretRef'] as const) {
          const name = text(record(record(volume[kind])[ref]).name);
          if (name !== undefined) {
            need({ kind: 'Secret', group: '', namespace, name, field: `${field}/${kind}/${ref}/name`, strict: 'ours', found: world.bringsSecret(namespace, name) });
          }
        }
      }
      const secret = text(record(volume.secret).secretName);
      if (secret !== undefined) {
        need({ kind: 'Secret', group: '', namespace, name: secret, field: `${field}/secret/secretName`, strict: 'anybody', found: world.bringsSecret(namespace, secret) });
      }
      const configMap = text(record(volume.configMap).name);
      if (configMap !== undefined) {
        need({ kind: 'ConfigMap', group: '', namespace, name: configMap, field: `${field}/configMap/name`, strict: 'anybody' });
      }
    });
    networks.forEach((network, index) => {
      const name = text(record(network.multus).networkName);
      if (name !== undefined) {
        const slash = name.indexOf('/');
        need({
          kind: 'NetworkAttachmentDefinition', group: 'k8s.cni.cncf.io', strict: 'ours', field: `${at}/networks/${index}/multus/networkName`,
          namespace: slash < 0 ? namespace : name.slice(0, slash), name: name.slice(slash + 1),
        });
      }
    });
    for (const [field, kinds] of [['instancetype', 'Instancetype'], ['preference', 'Preference']] as const) {
      const reference = record(item.spec[field]);
      const name = text(reference.name);
      if (name !== undefined) {
        const isCluster = !given(reference.kind) || String(reference.kind).toLowerCase().includes('cluster');
        need({
          kind: `VirtualMachine${isCluster ? 'Cluster' : ''}${kinds}`, group: 'instancetype.kubevirt.io', namespace: isCluster ? '' : namespace, name, strict: 'ours', field: `/spec/${field}/name`,
        });
      }
    }
    const priority = text(spec.priorityClassName);
    if (priority !== undefined && !priority.startsWith('system-')) {
      need({ kind: 'PriorityClass', group: 'scheduling.k8s.io', namespace: '', name: priority, strict: 'anybody', field: `${at}/priorityClassName` });
    }
  },
};

/** What disks refer to. */
export const DISK_REFERENCES: Rule = {
  about: 'what disks refer to',
  disk({ item, what, at, namespace, claim: request, claimAt, source, sourceRef }, findings, world) {
    const need = (found: Need): void => look(found, item, what, world, findings);
    const from = record(source.pvc);
    const name = text(from.name);
    if (name !== undefined) {
      need(claim(text(from.namespace) ?? namespace, name, `${at}/source/pvc/name`, world));
    }
    const snapshot = text(record(source.snapshot).name);
    if (snapshot !== undefined) {
      need({
        kind: 'VolumeSnapshot', group: 'snapshot.storage.k8s.io', namespace: text(record(source.snapshot).namespace) ?? namespace, name: snapshot, strict: 'ours', field: `${at}/source/snapshot/name`,
      });
    }
    const dataSource = text(sourceRef.name);
    if (dataSource !== undefined) {
      const where = text(sourceRef.namespace) ?? namespace;
      const cron = world.cronOf(where, dataSource);
      if (cron !== undefined && world.find('cdi.kubevirt.io/DataSource', where, dataSource) === undefined) {
        findings.add('WS-DV-016', { disk: what, got: `${where}/${dataSource}` }, item, `${at}/sourceRef/name`);
      } else {
        need({ kind: 'DataSource', group: 'cdi.kubevirt.io', namespace: where, name: dataSource, strict: 'ours', field: `${at}/sourceRef/name` });
      }
    }
    const storageClass = text(request.storageClassName);
    if (storageClass !== undefined) {
      need({ kind: 'StorageClass', group: 'storage.k8s.io', namespace: '', name: storageClass, strict: 'anybody', field: `${claimAt}/storageClassName` });
    }
    for (const kind of ['http', 's3', 'gcs', 'registry', 'imageio', 'vddk']) {
      const secret = text(record(source[kind]).secretRef);
      if (secret !== undefined) {
        need({ kind: 'Secret', group: '', namespace, name: secret, strict: 'anybody', field: `${at}/source/${kind}/secretRef`, found: world.bringsSecret(namespace, secret) });
      }
      const bundle = text(record(source[kind]).certConfigMap);
      if (bundle !== undefined) {
        need({ kind: 'ConfigMap', group: '', namespace, name: bundle, strict: 'anybody', field: `${at}/source/${kind}/certConfigMap` });
      }
    }
  },
};

/** What the rest refers to. */
export const OTHER_REFERENCES: Rule = {
  about: 'what other objects refer to',
  kinds: ['cdi.kubevirt.io/DataSource', '/PersistentVolumeClaim', 'snapshot.storage.k8s.io/VolumeSnapshot', 'rbac.authorization.k8s.io/RoleBinding'],
  object(item, findings, world) {
    const need = (found: Need): void => look(found, item, called(item), world, findings);
    const { namespace, spec } = item;
    if (item.ref.kind === 'DataSource') {
      const from = record(record(spec.source).pvc);
      const name = text(from.name);
      // A cron fills its DataSource with claims that are not in any manifest.
      if (name !== undefined && world.cronOf(namespace, item.name) === undefined) {
        need(claim(text(from.namespace) ?? namespace, name, '/spec/source/pvc/name', world));
      }
    } else if (item.ref.kind === 'PersistentVolumeClaim') {
      const storageClass = text(spec.storageClassName);
      if (storageClass !== undefined) {
        need({ kind: 'StorageClass', group: 'storage.k8s.io', namespace: '', name: storageClass, strict: 'anybody', field: '/spec/storageClassName' });
      }
    } else if (item.ref.kind === 'VolumeSnapshot') {
      const name = text(record(spec.source).persistentVolumeClaimName);
      if (name !== undefined) {
        need(claim(namespace, name, '/spec/source/persistentVolumeClaimName', world));
      }
    } else {
      const role = record(item.object.roleRef);
      const name = text(role.name);
      if (name !== undefined && role.kind === 'Role') {
        need({ kind: 'Role', group: 'rbac.authorization.k8s.io', namespace, name, strict: 'ours', field: '/roleRef/name' });
      }
    }
  },
};

/** Namespaces that hold something and are not made here. */
export const NAMESPACES: Rule = {
  about: 'namespaces',
  all(world) {
    for (const item of world.items) {
      if (item.namespace !== '' && !world.owns(item.namespace)) {
        world.need('Namespace', '', item.namespace, item);
      }
    }
  },
};

/** One host and path, routed twice. */
export const HOSTS: Rule = {
  about: 'hosts of routes',
  all(world, findings) {
    const first = new Map<string, Item>();
    const claimHost = (host: string, path: string, item: Item, field: string): void => {
      const other = first.get(`${host}${path}`);
      if (other === undefined) {
        first.set(`${host}${path}`, item);
      } else if (other !== item) {
        findings.add('WS-HOST-001', { got: `'${host}${path}'`, kind: other.ref.kind, other: `'${other.namespace}/${other.name}'` }, item, field);
      }
    };
    for (const item of world.all('gateway.networking.k8s.io/HTTPRoute')) {
      const hosts = Array.isArray(item.spec.hostnames) ? item.spec.hostnames.filter((host): host is string => typeof host === 'string') : [];
      const paths = records(item.spec.rules).flatMap((rule) => {
        const matches = records(rule.matches);
        return matches.length === 0 ? ['/'] : matches.filter((match) => !given(match.headers) && !given(match.queryParams) && !given(match.method)).map((match) => String(record(match.path).value ?? '/'));
      });
      hosts.forEach((host, index) => new Set(paths).forEach((path) => claimHost(host, path, item, `/spec/hostnames/${index}`)));
    }
    for (const item of world.all('networking.k8s.io/Ingress')) {
      records(item.spec.rules).forEach((rule, index) => {
        const host = text(rule.host);
        const paths = new Set(records(record(rule.http).paths).map((path) => String(path.path ?? '/')));
        if (host !== undefined) {
          paths.forEach((path) => claimHost(host, path, item, `/spec/rules/${index}/host`));
        }
      });
    }
  },
};
