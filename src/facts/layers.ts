/** The folders of the output, in the order in which they are applied. */
export const LAYERS = ['0-operators', '1-platform', '2-images', '3-people'] as const;

/** A folder of the output. */
export type LayerName = (typeof LAYERS)[number];
