/** A part of `npm run check`: every provider file has an entry in its catalog, and every entry has its icon. */
import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { catalog } from '@recto/providers/catalog'
import { connectorCatalog } from '@recto/providers/connector-catalog'
import { findCatalogComplaints, type ProviderFile } from './catalog/find-catalog-complaints.ts'

const source = 'packages/providers/src'
const complaints = [
  ...findCatalogComplaints(
    { path: `${source}/catalog.ts`, entries: catalog },
    await loadFiles('{llm,embedding,vector-db,text-extractor,ocr}'),
    existsSync,
  ),
  ...findCatalogComplaints(
    { path: `${source}/connector-catalog.ts`, entries: connectorCatalog },
    await loadFiles('{file-connector,database-connector,http-connector}'),
    existsSync,
  ),
]
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1

function loadFiles(folders: string): Promise<readonly ProviderFile[]> {
  const paths = globSync(`${source}/${folders}/*.ts`).filter((path) => !path.endsWith('.test.ts'))
  return Promise.all(
    paths.toSorted().map(async (path) => ({
      path,
      exports: await import(pathToFileURL(resolve(path)).href),
    })),
  )
}
