import * as api from '@recto/contract/connectors/mail-addresses'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import { addressFromWire, mailFromWire } from './mail.ts'

export const mailAddress = (id: string) =>
  readAs(api.getMailAddress, { params: { id } }, addressFromWire)

export const receivedMails = (id: string) =>
  readAs(api.listReceivedMails, { params: { id } }, (mails) => mails.map(mailFromWire))

/** Gives the connector with the given id a new address. */
export const useRotateAddress = () =>
  useChange(api.rotateMailAddress, {
    invalidates: [api.getMailAddress],
    toWire: (id: string) => ({ params: { id } }),
    fromWire: addressFromWire,
  })

type MailKey = { readonly connectorId: string; readonly mailId: string }

export const useDeleteMail = () =>
  useChange(api.deleteReceivedMail, {
    invalidates: [api.listReceivedMails],
    toWire: ({ connectorId: id, mailId: mail_id }: MailKey) => ({ params: { id, mail_id } }),
  })
