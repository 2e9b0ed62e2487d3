/** jsii prints ten lines about Node's end of life unless told the major version not to speak of. */
export const silenced = (): NodeJS.ProcessEnv => ({
  ...process.env,
  JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: process.versions.node.split('.')[0],
  JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: '1',
});
