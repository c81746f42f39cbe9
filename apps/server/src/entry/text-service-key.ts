/** `npm run text-service-key`: the key that opens the text service; with `--rotate` another one. */
import { findOrganizationBySlug } from '../features/organizations/organizations.port.ts'
import { rotateTextKey, showTextKey } from '../features/text-service/text-service.port.ts'
import { connect } from '../platform/db/connect.ts'
import { openLog } from '../platform/log/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { unlockVault } from '../platform/vault/unlock-vault.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const [option, ...more] = process.argv.slice(2)
  if (more.length > 0 || (option !== undefined && option !== '--rotate')) {
    throw new StartRefused('Say nothing, or: npm run text-service-key -- --rotate')
  }
  await withDatabase(config, async (url) => {
    const { db, close } = connect(url, openLog(config), 2)
    try {
      const vault = await unlockVault({ config, db, print })
      const organization = await findOrganizationBySlug({ db }, config.organization)
      if (!organization) throw new StartRefused(`There is no organization ${config.organization}.`)
      const tenant = { db, organizationId: organization.id }
      const act = option === '--rotate' ? rotateTextKey : showTextKey
      print(await act({ vault }, tenant))
    } finally {
      await close()
    }
  })
})
