const texts = import.meta.glob<string>('../../../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
})
const images = import.meta.glob<string>('../../../../../docs/guide/images/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
})

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const loaders = new Map(
  Object.entries(texts).map(([path, load]) => [nameOf(path).replace(/\.md$/, ''), load]),
)
const imageAddresses = new Map(
  Object.entries(images).map(([path, address]) => [nameOf(path), address]),
)

/** The page that lists the others. */
export const contentsPage = 'README'

/** Loads the Markdown of a page of the guide; `undefined` if there is no such page. */
export const loadGuidePage = async (name: string): Promise<string | undefined> =>
  loaders.get(name)?.()

/** Returns the address of an image of the guide. */
export const findGuideImage = (target: string): string | undefined =>
  imageAddresses.get(nameOf(target))

/**
 * Returns the address of a page of the guide that a link of another one names; `undefined` for other
 * documents, which only the repository has.
 */
export function findGuideAddress(target: string): string | undefined {
  const [, name = '', hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  if (!loaders.has(name)) return undefined
  return name === contentsPage ? '/guide' : `/guide/${name}${hash}`
}
