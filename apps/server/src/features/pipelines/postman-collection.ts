type PostmanCollectionOptions = {
  readonly name: string
  /** Full URL of the pipeline. */
  readonly address: string
  readonly key: string
}

/** Builds a Postman collection (format 2.1) with one request, which starts a run. */
export function buildPipelineCollection({
  name,
  address,
  key,
}: PostmanCollectionOptions): Record<string, unknown> {
  return {
    info: {
      name,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        name: 'Run the pipeline',
        request: {
          method: 'POST',
          header: [{ key: 'Authorization', value: `Bearer ${key}` }],
          url: address,
        },
      },
    ],
  }
}
