type Metadata = Readonly<Record<string, unknown>>

/**
 * Sets the facts about the origin of the file in the metadata of a result. An earlier result of the same content has those
 * of another file. A result of a file without such facts has no `source`.
 */
export function setSourceMetadata(
  result: unknown,
  source: Readonly<Record<string, string>> | null,
): unknown {
  if (typeof result !== 'object' || result === null) return result
  const { metadata } = result as { readonly metadata?: Metadata }
  if (source === null && metadata?.source === undefined) return result
  const { source: _, ...otherMetadata } = metadata ?? {}
  const ownMetadata = source === null ? otherMetadata : { ...otherMetadata, source }
  return { ...result, metadata: ownMetadata }
}
