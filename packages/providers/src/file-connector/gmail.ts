import { defineSignedInMailbox } from '../kit/connector/mail/signed-in-mailbox.ts'

/** Google grants access to mail apart from access to files, and no longer accepts passwords. */
export const gmail = defineSignedInMailbox({
  id: 'gmail|7c1e5b90-3d42-4f8a-a6b7-9e0f2c4d8a13',
  name: 'Gmail',
  description:
    'Attachments and mails of a Gmail or Google Workspace mailbox. You sign in with your account. Read-only.',
  signIn: 'google-mail-oauth2',
  host: 'imap.gmail.com',
})
