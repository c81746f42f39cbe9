import manifest from '../../../../package.json' with { type: 'json' }

/** The version of the product, as programs and operators see it. The MCP server has its own, which its contract fixes. */
export const productVersion: string = manifest.version
