import { ProviderError } from '@recto/provider-spec/provider-error'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { portText } from '../kit/connector/port.ts'
import { openSftpSession } from '../kit/connector/sftp/open-sftp-session.ts'
import { explainSftp } from '../kit/connector/sftp/requests.ts'
import { SftpFiles } from '../kit/connector/sftp/sftp-files.ts'
import { openSharedSession } from '../kit/connector/sftp/shared-session.ts'
import { optionalSecret, patternText, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'SFTP',
  connectorName: 'SFTP server',
  fields: {
    host: text({ title: 'Host/IP', description: 'The host name or IP address of the server.' }),
    port: portText('22'),
    username: text({ title: 'Username', description: 'The user to sign in as.' }),
    password: optionalSecret({
      title: 'Password',
      description: 'The user’s password. Not needed with a private key.',
    }),
    private_key: optionalSecret({
      title: 'Private Key',
      description: 'The user’s private key, in OpenSSH or PEM format.',
    }),
    passphrase: optionalSecret({
      title: 'Private Key Passphrase',
      description: 'The passphrase of the private key, if it has one.',
    }),
    user_dir: text({
      title: 'User directory',
      description: 'The folder to start in, such as /upload. “.” is the user’s home folder.',
    }),
    host_key_fingerprint: patternText(
      {
        title: 'Host Key Fingerprint',
        description:
          'The fingerprint of the server’s host key, as printed by ssh-keygen -lf, such as SHA256:…. Connections to servers with a different key are refused before anything is sent. If this is empty, any server is accepted.',
      },
      /^\s*SHA256:[\w+/]{43}=?\s*$/,
      'must be SHA256: followed by 43 characters',
    ).optional(),
  },
})

export const sftp = defineConnector({
  id: 'sftp|e68fa828-2988-4cce-9e3d-4285348e3227',
  kind: 'file-connector',
  name: 'SFTP/SSH',
  description: 'Folders and files on an SFTP server.',
  icon: '/icons/connector-icons/SFTP.png',
  settings,
  hints: {
    unauthorised:
      'Check “Username”, “Password” and “Private Key”, and the permissions of the user.',
    'not-found': 'Check “User directory”.',
    unreachable: 'Check “Host/IP” and “Port”.',
  },
  translate: explainSftp,
  open: (values, { call, connect }) => {
    const { host, username, password, private_key, passphrase } = values
    if (!password && !private_key) {
      const message = 'Password and Private Key are missing. Enter one of them.'
      throw new ProviderError({ code: 'settings-invalid', message })
    }
    const place = {
      host,
      port: Number(values.port),
      username,
      password,
      passphrase,
      privateKey: private_key,
      fingerprint: values.host_key_fingerprint,
    }
    const shared = openSharedSession((signal) => openSftpSession(place, connect, signal))
    return openFiles(call, new SftpFiles(values.user_dir, shared))
  },
})
