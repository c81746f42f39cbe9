import { registerHooks } from 'node:module'
import { connectorOutside } from './connector-outside.ts'
import { outsideOn } from './outside.ts'
import { sampleSettings } from './sample-settings.ts'

/** Prints which packages of others are loaded when the providers are listed, and when all of them are opened. */
const loadedFiles = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    const resolution = next(specifier, context)
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(resolution.url)?.[1]
    if (name && !name.startsWith('@recto/')) loadedFiles.add(name)
    return resolution
  },
})

const { catalog } = await import('../catalog.ts')
const { connectorCatalog } = await import('../connector-catalog.ts')
const whenListed = [...loadedFiles].toSorted()
for (const provider of catalog) {
  try {
    provider.open(sampleSettings(provider), outsideOn())
  } catch {
    // A service that is gone says so; that loads nothing either.
  }
}
for (const provider of connectorCatalog) provider.open(sampleSettings(provider), connectorOutside())
process.stdout.write(JSON.stringify({ whenListed, whenOpened: [...loadedFiles].toSorted() }))
