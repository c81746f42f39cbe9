import type { AnyConnectorProvider } from '@recto/provider-spec/connector-provider'
import { bigquery } from './database-connector/bigquery.ts'
import { mariadb } from './database-connector/mariadb.ts'
import { mssql } from './database-connector/mssql.ts'
import { mysql } from './database-connector/mysql.ts'
import { oracledb } from './database-connector/oracledb.ts'
import { postgresql } from './database-connector/postgresql.ts'
import { redshift } from './database-connector/redshift.ts'
import { snowflake } from './database-connector/snowflake.ts'
import { sqlite } from './database-connector/sqlite.ts'
import { azureBlob } from './file-connector/azure-blob.ts'
import { box } from './file-connector/box.ts'
import { dropbox } from './file-connector/dropbox.ts'
import { gmail } from './file-connector/gmail.ts'
import { googleCloudStorage } from './file-connector/google-cloud-storage.ts'
import { googleDrive } from './file-connector/google-drive.ts'
import { httpServer } from './file-connector/http.ts'
import { localFolder } from './file-connector/local-folder.ts'
import { mailAddress } from './file-connector/mail-address.ts'
import { mailbox } from './file-connector/mailbox.ts'
import { microsoftMailbox } from './file-connector/microsoft-mailbox.ts'
import { productStorage } from './file-connector/product-storage.ts'
import { s3 } from './file-connector/s3.ts'
import { sftp } from './file-connector/sftp.ts'
import { sharepoint } from './file-connector/sharepoint.ts'
import { httpEndpoint } from './http-connector/http-endpoint.ts'

/** Every provider of connectors that ships, in the order in which it is offered: one file and one line for each. */
export const connectorCatalog: readonly AnyConnectorProvider[] = [
  s3,
  googleCloudStorage,
  azureBlob,
  googleDrive,
  sharepoint,
  dropbox,
  box,
  sftp,
  mailbox,
  gmail,
  microsoftMailbox,
  mailAddress,
  httpServer,
  localFolder,
  productStorage,

  postgresql,
  mysql,
  mariadb,
  mssql,
  oracledb,
  redshift,
  snowflake,
  bigquery,
  sqlite,

  httpEndpoint,
]
