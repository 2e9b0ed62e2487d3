import { APP } from './app';
import { CHECKS } from './checks';
import { DISKS } from './disks';
import { GRANTS } from './grants';
import { GROWTH } from './growth';
import { GUESTS } from './guests';
import { IMAGES } from './images';
import { KEEP } from './keep';
import { MACHINES } from './machines';
import { OUTPUT } from './output';
import { PEOPLE } from './people';
import { PLATFORM } from './platform';
import { POLICIES } from './policies';
import { POOLS } from './pools';
import { PROFILES } from './profiles';
import { QUOTA } from './quota';
import { STORAGE } from './storage';

/** Every code with its words; one file an area, each code once. */
export const CATALOGUE = {
  ...APP,
  ...OUTPUT,
  ...KEEP,
  ...PEOPLE,
  ...PROFILES,
  ...POOLS,
  ...PLATFORM,
  ...STORAGE,
  ...IMAGES,
  ...DISKS,
  ...MACHINES,
  ...GUESTS,
  ...GRANTS,
  ...GROWTH,
  ...QUOTA,
  ...POLICIES,
  ...CHECKS,
} as const;

/** A code of the catalogue. */
export type Code = keyof typeof CATALOGUE;
