import type { Rule } from '../rule';
import { conditions } from './conditions';
import { emptyTexts } from './empty';
import { report } from './errors';
import { kindOf } from './load';

/** The schema of each known kind, as the target's release has it. */
export const SCHEMAS: Rule = {
  about: 'schema of the kind',
  object(item, findings, world) {
    const kind = kindOf(item.ref.apiVersion, item.ref.kind, world.target.kubernetes);
    if (kind === undefined) {
      return;
    }
    if (!kind.validate(item.object)) {
      report(kind.validate.errors ?? [], kind, item, findings);
    }
    emptyTexts(kind, item, findings);
    conditions(kind, item, findings);
  },
};
