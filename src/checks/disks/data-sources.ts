import { LIMITS } from '../../facts';
import { show } from '../../faults';
import { given, presentOf, record, text } from '../json';
import type { Rule } from '../rule';

/** DataSources: no webhook looks at them. */
export const DATA_SOURCES: Rule = {
  about: 'DataSources',
  kinds: ['cdi.kubevirt.io/DataSource'],
  object(item, findings, world) {
    const source = record(item.spec.source);
    const refuse = (got: string, expected: string, field: string): void => {
      findings.add('WS-DV-014', { name: item.name, got, expected }, item, field);
    };
    const kinds = presentOf(source, ['pvc', 'snapshot', 'dataSource']);
    const byCron = world.cronOf(item.namespace, item.name) !== undefined;
    if (kinds.length !== 1 && !(kinds.length === 0 && byCron)) {
      refuse(kinds.length === 0 ? 'has no source' : `has the sources ${kinds.join(' and ')}`, 'give exactly one of pvc, snapshot and dataSource', '/spec/source');
    }
    const namespace = text(record(source.dataSource).namespace);
    if (namespace !== undefined && namespace !== item.namespace) {
      refuse(`points to a DataSource of namespace ${show(namespace)}`, 'name its claim or snapshot: such a link works inside one namespace only', '/spec/source/dataSource/namespace');
    }
    const next = text(record(source.dataSource).name);
    const target = next === undefined ? undefined : world.find('cdi.kubevirt.io/DataSource', item.namespace, next);
    if (target !== undefined && given(record(target.spec.source).dataSource)) {
      refuse('points to a DataSource that points to another', 'name the last one: a chain may be one link deep', '/spec/source/dataSource');
    }
  },
};

/** Crons: their template is a DataVolume with rules of its own. */
export const CRONS: Rule = {
  about: 'DataImportCrons',
  kinds: ['cdi.kubevirt.io/DataImportCron'],
  object(item, findings) {
    const { spec, name } = item;
    const refuse = (got: string, expected: string, field: string): void => {
      findings.add('WS-DV-015', { name, got, expected }, item, field);
    };
    const template = record(record(spec.template).spec);
    const at = '/spec/template/spec';
    const source = record(template.source);
    const kinds = Object.keys(source).filter((kind) => given(source[kind]));
    if (given(template.sourceRef)) {
      refuse('has a sourceRef in its template', 'give a registry source, or a claim', `${at}/sourceRef`);
    } else if (kinds.length !== 1 || !['registry', 'pvc'].includes(kinds[0] ?? '')) {
      refuse(kinds.length === 0 ? 'has no source' : `imports from ${kinds.join(' and ')}`, 'give a registry source (or a claim): a cron knows no other', `${at}/source`);
    }
    const url = text(record(source.registry).url);
    if (url?.includes('@sha256:') === true) {
      refuse('polls an image that is pinned by digest', 'give a tag to poll, or import the digest once with a DataVolume', `${at}/source/registry/url`);
    }
    const foreign = text(record(source.pvc).namespace);
    if (foreign !== undefined && foreign !== item.namespace && text(spec.serviceAccountName) === undefined) {
      findings.add('WS-DV-021', { name, got: foreign }, item, '/spec/serviceAccountName');
    }
    for (const field of ['contentType', 'checkpoints']) {
      if (given(template[field])) {
        refuse(`sets ${field} in its template`, 'leave it out', `${at}/${field}`);
      }
    }
    if (typeof spec.importsToKeep === 'number' && spec.importsToKeep < 0) {
      refuse(`keeps ${spec.importsToKeep} imports`, 'give 0 or more', '/spec/importsToKeep');
    }
    if (name.length > LIMITS.dnsLabel) {
      refuse(`has a name of ${name.length} characters`, `use at most ${LIMITS.dnsLabel}`, '/metadata/name');
    }
    const managed = text(spec.managedDataSource);
    if (managed === undefined || managed.length > LIMITS.dnsLabel) {
      refuse(managed === undefined ? 'names no managedDataSource' : `fills a DataSource whose name has ${managed.length} characters`, `give a name of at most ${LIMITS.dnsLabel} characters`, '/spec/managedDataSource');
    }
    const schedule = spec.schedule;
    if (typeof schedule === 'string' && schedule !== '' && !/^\s*(@[a-z]+( \S+)?|(\S+\s+){4}\S+)\s*$/.test(schedule)) {
      refuse(`has schedule ${show(schedule)}`, 'give five fields: minute, hour, day, month, weekday', '/spec/schedule');
    }
  },
};
