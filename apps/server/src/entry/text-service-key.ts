/** `npm run text-service-key`: prints the key of the text service; with `--rotate`, replaces it. */
import { findOrganizationBySlug } from '../features/organizations/organizations.port.ts'
import { rotateTextKey, showTextKey } from '../features/text-service/text-service.port.ts'
import { StartupError } from '../platform/app-error.ts'
import { connect } from '../platform/db/connect.ts'
import { openLog } from '../platform/log/log.ts'
import { unlockVault } from '../platform/vault/unlock-vault.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const [option, ...surplus] = process.argv.slice(2)
  if (surplus.length > 0 || (option !== undefined && option !== '--rotate')) {
    throw new StartupError('The only option is --rotate: npm run text-service-key -- --rotate')
  }
  await withDatabase(config, async (url) => {
    const { db, close } = connect(url, openLog(config), 2)
    try {
      const vault = await unlockVault({ config, db, print })
      const organization = await findOrganizationBySlug({ db }, config.organization)
      if (!organization) throw new StartupError(`There is no organization ${config.organization}.`)
      const tenant = { db, organizationId: organization.id }
      const getKey = option === '--rotate' ? rotateTextKey : showTextKey
      print(await getKey({ vault }, tenant))
    } finally {
      await close()
    }
  })
})
