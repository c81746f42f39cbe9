import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { explainS3 } from '../kit/connector/s3/explain-s3.ts'
import { openS3 } from '../kit/connector/s3/open-s3.ts'
import { optionalSecret, text, webAddress } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'S3/Minio Compatible Data Source',
  connectorName: 'S3 bucket',
  fields: {
    key: text({
      title: 'Key',
      prefill: '',
      description: 'The access key. Leave it empty for public buckets.',
    }).optional(),
    secret: optionalSecret({ title: 'Secret', description: 'The secret for the access key.' }),
    endpoint_url: webAddress({
      title: 'Endpoint URL',
      prefill: 'https://s3.amazonaws.com',
      description: 'The URL of Amazon S3 or of an S3-compatible service.',
    }),
    region_name: text({
      title: 'Region Name',
      prefill: 'ap-south',
      description: 'The region of the buckets, such as eu-west-1.',
    }),
  },
})

export const s3 = defineConnector({
  id: 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19',
  kind: 'file-connector',
  name: 'S3/Minio',
  description: 'Buckets in Amazon S3, MinIO and other S3-compatible services.',
  icon: '/icons/connector-icons/S3.png',
  settings,
  hints: {
    unauthorised: 'Check “Key” and “Secret”, and the permissions of the key.',
    unreachable: 'Check “Endpoint URL”.',
    'reply-unreadable': 'Check “Endpoint URL”.',
  },
  translate: explainS3,
  open: ({ key, secret, endpoint_url, region_name }, context) =>
    openS3(
      { key, secret: secret ?? undefined, endpoint: endpoint_url, region: region_name },
      context,
    ),
})
