import { posix } from 'node:path'
import { ReadError } from '@recto/document-text/read-error'
import { elementsOf, parseTree, type XmlElement } from '../../markup/parse-xml.ts'
import type { Zip } from './open-zip.ts'

export type PartRelation = { readonly type: string; readonly path: string }

const noRoot: XmlElement = { name: '', attributes: {}, children: [] }

/** A member of an office file as a tree, from its root element; an empty one when it is not there. */
export function readPart(zip: Zip, path: string): XmlElement {
  const bytes = zip.read(path)
  return (bytes && elementsOf(parseTree(bytes))[0]) ?? noRoot
}

/** The member that makes the file what it is. Throws `ReadError` when it is missing. */
export function readMainPart(zip: Zip, path: string): XmlElement {
  const root = readPart(zip, path)
  if (root === noRoot)
    throw new ReadError('broken-file', `The document is damaged: the part “${path}” is missing.`)
  return root
}

/** Returns the internal targets of an Open XML part's relationships, by id. */
export function readRelations(zip: Zip, path: string): ReadonlyMap<string, PartRelation> {
  const folder = posix.dirname(path)
  const root = readPart(zip, posix.join(folder, '_rels', `${posix.basename(path)}.rels`))
  const relations = elementsOf(root).filter(
    ({ attributes }) => attributes.Id && attributes.Target && attributes.TargetMode !== 'External',
  )
  return new Map(
    relations.map(({ attributes: { Id = '', Type = '', Target = '' } }) => [
      Id,
      { type: posix.basename(Type), path: resolvePart(folder, Target) },
    ]),
  )
}

function resolvePart(folder: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
}

/** The paths of all relations of a type, in the order of the file. */
export function pathsOf(relations: ReadonlyMap<string, PartRelation>, type: string): string[] {
  return [...relations.values()].filter((one) => one.type === type).map(({ path }) => path)
}

/** An attribute that is on when it is there, unless it says otherwise. */
export function isOn(element: XmlElement | undefined): boolean {
  if (!element) return false
  return !['0', 'false', 'off', 'none'].includes(element.attributes.val ?? '1')
}
