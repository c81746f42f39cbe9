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
    host: text({ title: 'Host/IP', description: 'Name or address of the server.' }),
    port: portText('22'),
    username: text({ title: 'Username', description: 'Who signs in.' }),
    password: optionalSecret({
      title: 'Password',
      description: 'The password of the user. Not needed with a private key.',
    }),
    private_key: optionalSecret({
      title: 'Private Key',
      description: 'A private key of the user, in the form of OpenSSH or PEM.',
    }),
    passphrase: optionalSecret({
      title: 'Private Key Passphrase',
      description: 'What opens the private key, where it is protected.',
    }),
    user_dir: text({
      title: 'User directory',
      description: 'The folder to begin in, such as /upload. “.” is the home of the user.',
    }),
    host_key_fingerprint: patternText(
      {
        title: 'Host Key Fingerprint',
        description:
          'Such as SHA256:…, as ssh-keygen -lf prints it. Another server is then refused before it is told anything. Any server will do where this is empty.',
      },
      /^\s*SHA256:[\w+/]{43}=?\s*$/,
      'must begin with SHA256: and have 43 letters behind it',
    ).optional(),
  },
})

export const sftp = defineConnector({
  id: 'sftp|e68fa828-2988-4cce-9e3d-4285348e3227',
  kind: 'file-connector',
  name: 'SFTP/SSH',
  description: 'Folders and files of a server that speaks SFTP.',
  icon: '/icons/connector-icons/SFTP.png',
  settings,
  hints: {
    unauthorised: 'Check “Username”, “Password” and “Private Key”, and what the user may do.',
    'not-found': 'Check “User directory”.',
    unreachable: 'Check “Host/IP” and “Port”.',
  },
  translate: explainSftp,
  open: (values, { call, connect }) => {
    const { host, username, password, private_key, passphrase } = values
    if (!password && !private_key) {
      const message = 'Password or Private Key is missing.'
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
