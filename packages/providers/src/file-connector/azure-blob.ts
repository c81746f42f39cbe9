import { AzureContainer } from '../kit/connector/azure/azure-container.ts'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { filesOfKeys } from '../kit/connector/keys/key-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Azure Cloud Storage',
  connectorName: 'Azure storage',
  fields: {
    account_name: text({
      title: 'Account Name',
      description: 'The name of the storage account.',
    }).refine(
      (name) => /^[a-z0-9]{3,24}$/.test(name),
      'must be 3 to 24 lowercase letters and digits',
    ),
    access_key: secret({
      title: 'Access Key',
      description: 'An access key for the storage account.',
    }),
    bucket: text({
      title: 'Bucket Name',
      description: 'The name of a container in the storage account.',
    }).refine(
      (name) => /^[a-z0-9$-]{3,63}$/.test(name),
      'must be 3 to 63 lowercase letters, digits and hyphens',
    ),
  },
})

export const azureBlob = defineConnector({
  id: 'azure_cloud_storage|1476a54a-ed17-4a01-9f8f-cb7e4cf91c8a',
  kind: 'file-connector',
  name: 'Azure Cloud Storage',
  description: 'A container in an Azure storage account.',
  icon: '/icons/connector-icons/azure_blob_storage.png',
  settings,
  hints: {
    unauthorised: 'Check “Account Name” and “Access Key”.',
    'not-found': 'Check “Bucket Name”.',
    unreachable: 'Check “Account Name”.',
  },
  open: ({ account_name: account, access_key: key, bucket: container }, { call, fetch }) =>
    openFiles(call, filesOfKeys(new AzureContainer({ account, key, container }, fetch))),
})
