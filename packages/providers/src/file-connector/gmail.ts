import { defineSignedInMailbox } from '../kit/connector/mail/signed-in-mailbox.ts'

export const gmail = defineSignedInMailbox({
  id: 'gmail|7c1e5b90-3d42-4f8a-a6b7-9e0f2c4d8a13',
  name: 'Gmail',
  description:
    'Attachments and mails of a Gmail or Google Workspace mailbox. You sign in with your account. Read-only.',
  signIn: 'google-mail-oauth2',
  host: 'imap.gmail.com',
})
