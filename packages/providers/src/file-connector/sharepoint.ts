import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { conditionalSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { clientToken } from '../kit/connector/microsoft/client-token.ts'
import { GraphFiles } from '../kit/connector/microsoft/graph-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { optionalSecret, secret, text, webAddress, word } from '../kit/fields.ts'

const fields = {
  site_url: webAddress({
    title: 'Site URL',
    description:
      'The URL of a SharePoint site, such as https://acme.sharepoint.com/sites/finance. Leave it empty for OneDrive.',
  }).optional(),
  drive_id: optionalSecret({
    title: 'Drive ID',
    description: 'The ID of a document library. Leave it empty for the default library.',
  }),
  auth_type: word(
    {
      title: 'Authentication Type',
      prefill: 'oauth',
      description:
        'With oauth, you sign in yourself. With client_credentials, your own application signs in.',
    },
    { oauth: 'Sign in (OAuth)', client_credentials: 'Client credentials' },
  ).default('oauth'),
}

const clientFields = {
  client_id: text({
    title: 'Client ID (Application ID)',
    description: 'The ID of the application that is registered in Microsoft Entra.',
  }),
  tenant_id: secret({
    title: 'Tenant ID',
    description: 'The ID of the directory where the application is registered.',
  }),
  client_secret: secret({
    title: 'Client Secret',
    description: 'A client secret for the application.',
  }),
  user_email: optionalSecret({
    title: 'User Email',
    description: 'The user whose OneDrive is used. Only needed if “Site URL” is empty.',
  }),
}

const clientShape = z.object({
  ...fields,
  ...clientFields,
  auth_type: z.literal('client_credentials'),
})
const signInShape = z.object({ ...fields, auth_type: z.literal('oauth') })
const shape = z.preprocess(
  (values) => ({ auth_type: 'oauth', ...(values as object) }),
  z.discriminatedUnion('auth_type', [clientShape, signInShape]),
)

export const sharepoint = defineConnector({
  id: 'sharepoint|c8f4a9e2-7b3d-4e5f-a1c6-9d8e7f6b5a4c',
  kind: 'file-connector',
  name: 'SharePoint / OneDrive',
  description: 'Document libraries in a SharePoint site, or the files in a OneDrive.',
  icon: '/icons/connector-icons/SharePoint.png',
  signIn: 'azuread-tenant-oauth2',
  settings: conditionalSettings({
    title: 'SharePoint / OneDrive',
    connectorName: 'SharePoint / OneDrive',
    fields,
    when: { key: 'auth_type', is: 'client_credentials', fields: clientFields },
    shape,
  }),
  hints: {
    unauthorised:
      'Sign in again, or check “Tenant ID”, “Client ID (Application ID)” and “Client Secret”, and the permissions of the application.',
  },
  open(settings, { call, fetch, accessToken, withToken }) {
    const token =
      settings.auth_type === 'oauth'
        ? accessToken
        : clientToken(
            {
              tenantId: settings.tenant_id,
              clientId: settings.client_id,
              clientSecret: settings.client_secret,
            },
            fetch,
          )
    const place = {
      siteUrl: settings.site_url,
      driveId: settings.drive_id,
      userEmail: settings.auth_type === 'oauth' ? undefined : settings.user_email,
    }
    if (settings.auth_type !== 'oauth' && Object.values(place).every((one) => one === undefined)) {
      const message =
        'Enter “Site URL”, “Drive ID” or “User Email”, because an application does not have its own files.'
      throw new ProviderError({ code: 'settings-invalid', message })
    }
    return openFiles(call, new GraphFiles(place, { ask: withToken(token), fetch }))
  },
})
