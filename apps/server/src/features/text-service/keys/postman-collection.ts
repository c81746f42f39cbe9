type PostmanCollectionOptions = {
  /** The address of the text service. */
  readonly address: string
  readonly key: string
}

/**
 * Builds a Postman collection (format 2.1): send a document, get its status, fetch its text, get
 * the usage.
 */
export function buildTextServiceCollection({
  address,
  key,
}: PostmanCollectionOptions): Record<string, unknown> {
  const header = [{ key: 'unstract-key', value: key }]
  const jobQuery = '?whisper_hash=REPLACE_WITH_WHISPER_HASH'
  const getRequest = (name: string, path: string) => ({
    name,
    request: { method: 'GET', header, url: `${address}${path}` },
  })
  return {
    info: {
      name: 'Text extraction',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        name: 'Send a document',
        request: {
          method: 'POST',
          header: [...header, { key: 'Content-Type', value: 'application/octet-stream' }],
          url: `${address}/whisper?mode=form&output_mode=layout_preserving`,
          body: { mode: 'file', file: { src: '' } },
        },
      },
      getRequest('Get the status of a document', `/whisper-status${jobQuery}`),
      getRequest('Get the text of a document', `/whisper-retrieve${jobQuery}`),
      getRequest('Get usage', '/get-usage-info'),
    ],
  }
}
