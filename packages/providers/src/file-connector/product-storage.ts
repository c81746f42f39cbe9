import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { explainS3 } from '../kit/connector/s3/explain-s3.ts'
import { openS3 } from '../kit/connector/s3/open-s3.ts'
import { secret, text, webAddress } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Cloud Storage',
  connectorName: 'Cloud storage',
  fields: {
    key: text({ title: 'Key', prefill: '', description: 'The access key.' }),
    secret: secret({ title: 'Secret', description: 'The secret for the access key.' }),
    path: text({ title: 'Path', prefill: '', description: 'The bucket, and the folder in it.' }),
    endpointURL: webAddress({
      title: 'Endpoint URL',
      prefill: 'https://storage.googleapis.com',
      description: 'The URL of an S3-compatible service.',
    }).default('https://storage.googleapis.com'),
  },
})

/** Connector of an earlier product: none are created any more, but stored ones still open. */
export const productStorage = defineConnector({
  id: 'pcs|b8cd25cd-4452-4d54-bd5e-e7d71459b702',
  kind: 'file-connector',
  name: 'Cloud Storage',
  description: 'A bucket from an earlier product that is no longer offered.',
  icon: '/icons/connector-icons/Unstract%20Storage.png',
  isHidden: true,
  settings,
  hints: { unauthorised: 'Check “Key” and “Secret”.', 'not-found': 'Check “Path”.' },
  translate: explainS3,
  open: ({ key, secret, path, endpointURL }, context) =>
    openS3({ key, secret, endpoint: endpointURL, region: 'auto', root: path }, context),
})
