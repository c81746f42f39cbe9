type PostmanCollectionOptions = {
  readonly name: string
  /** Full URL of the deployment. */
  readonly address: string
  readonly key: string
}

/**
 * Builds a Postman collection (format 2.1) with one request that runs the deployment and one that
 * gets the status of a run.
 */
export function buildDeploymentCollection({
  name,
  address,
  key,
}: PostmanCollectionOptions): Record<string, unknown> {
  const header = [{ key: 'Authorization', value: `Bearer ${key}` }]
  return {
    info: {
      name,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        name: 'Process documents',
        request: {
          method: 'POST',
          header,
          url: address,
          body: {
            mode: 'formdata',
            formdata: [
              { key: 'files', type: 'file', src: [] },
              { key: 'timeout', type: 'text', value: '300' },
              { key: 'include_metadata', type: 'text', value: 'False' },
              { key: 'include_metrics', type: 'text', value: 'False' },
            ],
          },
        },
      },
      {
        name: 'Get the status of an execution',
        request: {
          method: 'GET',
          header,
          url: `${address}?execution_id=REPLACE_WITH_EXECUTION_ID&include_metadata=False`,
        },
      },
    ],
  }
}
