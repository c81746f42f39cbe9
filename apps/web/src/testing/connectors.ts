import * as api from '@recto/contract/connectors/connectors'
import { type Answer, answer, fakeServer } from './fake-server.ts'

const timestamp = '2026-06-03T09:15:20.123456Z'

export const bucket: api.Connector = {
  id: '11111111-1111-4111-8111-111111111111',
  created_at: timestamp,
  modified_at: timestamp,
  connector_name: 'Invoices in',
  connector_id: 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19',
  connector_metadata: { key: 'AK', secret: 'sealed:11111111-1111-4111-8111-111111111111:secret' },
  connector_version: '',
  connector_type: null,
  connector_mode: 'FILE_SYSTEM',
  organization: 3,
  workflow: null,
  created_by: 7,
  modified_by: 7,
  created_by_email: 'ana@acme.test',
  icon: '/icons/connector-icons/S3.png',
  shared_to_org: false,
  shared_users: [],
  shared_groups: [],
  is_owner: true,
  co_owners_count: 1,
  is_usable: true,
  missing_secrets: [],
}

/** Ben's, who has shared it. */
export const books: api.Connector = {
  ...bucket,
  id: '22222222-2222-4222-8222-222222222222',
  connector_name: 'Books',
  connector_id: 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb',
  connector_metadata: {},
  connector_mode: 'DATABASE',
  icon: '/icons/connector-icons/Postgresql.png',
  created_by: 9,
  created_by_email: 'ben@acme.test',
  is_owner: false,
}

const service = ({ connector_id, icon, connector_mode }: api.Connector, name: string) => ({
  id: connector_id,
  name,
  description: `Files or tables of ${name}`,
  icon,
  connector_mode,
  can_read: true,
  can_write: true,
})

export const drive: api.CatalogueConnector = {
  ...service(bucket, 'Google Drive'),
  id: 'gdrive|3ac4b966-9136-4261-944a-bdbfc51cd21c',
}

const connectorCatalogue: api.CatalogueConnector[] = [
  service(bucket, 'S3/Minio'),
  service(books, 'PostgreSQL'),
  drive,
]

const nameProperty = { type: 'string', title: 'Name of the connector', default: 'S3 bucket' }

export const bucketForm = {
  oauth: false,
  python_social_auth_backend: '',
  json_schema: {
    type: 'object',
    required: ['connectorName', 'key'],
    properties: {
      connectorName: nameProperty,
      key: { type: 'string', title: 'Key', default: '' },
      secret: { type: 'string', format: 'password', title: 'Secret' },
    },
  },
}

export const driveForm = {
  oauth: true,
  python_social_auth_backend: 'google-oauth2',
  json_schema: {
    type: 'object',
    required: ['connectorName'],
    properties: { connectorName: nameProperty },
  },
}

/** The requests that the connector pages send. */
export const connectorAnswers = (storedConnectors: readonly api.Connector[]) => [
  answer(api.listConnectors, ({ query }) =>
    storedConnectors.filter(
      ({ connector_mode }) => !query.connector_mode || query.connector_mode === connector_mode,
    ),
  ),
  answer(api.listSupportedConnectors, () => connectorCatalogue),
  answer(api.getConnectorSchema, ({ query }) => (query.id === drive.id ? driveForm : bucketForm)),
  answer(
    api.getConnector,
    ({ params }) => storedConnectors.find(({ id }) => id === params.id) ?? bucket,
  ),
  answer(api.testConnector, () => ({ is_valid: true })),
]

/** Knows three services, and answers for the stored connectors. */
export const connectorServer = (
  storedConnectors: readonly api.Connector[],
  ...extraAnswers: Answer[]
) => fakeServer(connectorAnswers(storedConnectors), ...extraAnswers)
