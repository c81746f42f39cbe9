import type { ArrivedMail, ReceivedMails } from '@recto/provider-spec/received-mails'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { streamDocument } from '../../documents/documents.port.ts'
import { listMails, type MailWithDocuments } from './received-mails.reads.ts'
import { type ReceivedMailRow, setOutcome } from './received-mails.store.ts'

const pageSize = 50

/** Opens the mails of a connector for its provider. */
export function openReceivedMails(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  connectorId: string,
): ReceivedMails {
  const findOne = async (path: string) =>
    (await listMails(tenant, { connectorId, path, limit: 1, hasDocuments: true }))[0]
  return {
    async *list() {
      for (let lastMail: ReceivedMailRow | undefined; ; ) {
        const query = { connectorId, lastMail, limit: pageSize, hasDocuments: true }
        const page = await listMails(tenant, query)
        if (page.length > 0) yield page.map(toReceivedMail)
        if (page.length < pageSize) return
        lastMail = page.at(-1)?.mail
      }
    },
    async find(path) {
      const storedMail = await findOne(path)
      return storedMail && toReceivedMail(storedMail)
    },
    async read(path, name) {
      const storedMail = await findOne(path)
      const hash = storedMail?.documents.find((document) => document.name === name)?.file_hash
      return hash ? streamDocument(ctx, tenant, hash) : undefined
    },
    settle: (path, outcome) => setOutcome(tenant, { connectorId, path, outcome }),
  }
}

const toReceivedMail = ({ mail, documents }: MailWithDocuments): ArrivedMail => ({
  path: mail.path,
  date: mail.sent_at ?? mail.received_at,
  metadata: mail.metadata,
  documents: documents.map(({ name, mime_type, size, file_hash, problem }) => ({
    name,
    mimeType: mime_type,
    size: Number(size),
    version: file_hash,
    problem,
  })),
})
