import { defineSignedInMailbox } from '../kit/connector/mail/signed-in-mailbox.ts'

/** Microsoft grants access to mail apart from access to files, and no longer accepts passwords. */
export const microsoftMailbox = defineSignedInMailbox({
  id: 'microsoft_mailbox|e2a9d6f4-58c1-4b07-8f3e-6d1c0b9a7e25',
  name: 'Microsoft 365 mailbox',
  description:
    'Attachments and mails of a mailbox of Microsoft 365 or Outlook.com. You sign in with your account. Read-only.',
  signIn: 'azuread-mail-oauth2',
  host: 'outlook.office365.com',
})
