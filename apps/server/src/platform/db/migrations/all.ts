import type { Kysely } from 'kysely'
import * as m0001 from './0001-platform.ts'
import * as m0002 from './0002-organizations.ts'
import * as m0003 from './0003-usage.ts'
import * as m0004 from './0004-documents.ts'
import * as m0005 from './0005-adapters.ts'
import * as m0006 from './0006-prompt-studio.ts'
import * as m0007 from './0007-workflows.ts'
import * as m0008 from './0008-executions.ts'
import * as m0009 from './0009-deployments.ts'
import * as m0010 from './0010-text-service.ts'
import * as m0011 from './0011-leased-files.ts'
import * as m0012 from './0012-flat-lists.ts'
import * as m0013 from './0013-prompt-contexts.ts'
import * as m0014 from './0014-document-places.ts'
import * as m0015 from './0015-fair-files.ts'
import * as m0016 from './0016-allowances.ts'
import * as m0017 from './0017-adapter-troubles.ts'
import * as m0018 from './0018-standstills.ts'
import * as m0019 from './0019-paid-once.ts'
import * as m0025 from './0025-sign-in.ts'
import * as m0032 from './0032-lists.ts'
import * as m0035 from './0035-retrieval.ts'
import * as m0038 from './0038-studio-runs.ts'
import * as m0039 from './0039-session-news.ts'
import * as m0043 from './0043-followed-profiles.ts'
import * as m0044 from './0044-summaries-and-challenges.ts'
import * as m0047 from './0047-confidence.ts'
import * as m0048 from './0048-run-records.ts'
import * as m0049 from './0049-failed-run-records.ts'
import * as m0050 from './0050-told-pending.ts'
import * as m0055 from './0055-access.ts'
import * as m0061 from './0061-people.ts'
import * as m0062 from './0062-sharing.ts'
import * as m0069 from './0069-session-messages.ts'
import * as m0070 from './0070-subscribed-members.ts'
import * as m0073 from './0073-removed-items.ts'
import * as m0077 from './0077-public-shares.ts'
import * as m0078 from './0078-tool-versions.ts'
import * as m0079 from './0079-truths.ts'
import * as m0089 from './0089-project-news.ts'
import * as m0090 from './0090-left-organizations.ts'
import * as m0091 from './0091-logs-of-executions.ts'
import * as m0095 from './0095-document-passwords.ts'
import * as m0096 from './0096-runs-of-tasks.ts'
import * as m0105 from './0105-connectors.ts'
import * as m0110 from './0110-pipelines.ts'
import * as m0111 from './0111-notifications.ts'
import * as m0112 from './0112-execution-logs.ts'
import * as m0113 from './0113-live-workflows.ts'
import * as m0120 from './0120-idempotency-keys.ts'
import * as m0121 from './0121-tags.ts'
import * as m0125 from './0125-files-aside.ts'
import * as m0130 from './0130-global-deployment-keys.ts'
import * as m0131 from './0131-files-by-path.ts'
import * as m0140 from './0140-review.ts'
import * as m0150 from './0150-metrics.ts'
import * as m0155 from './0155-names-of-deployments.ts'
import * as m0156 from './0156-api-limits.ts'
import * as m0180 from './0180-rules-are-configuration.ts'
import * as m0190 from './0190-calls-of-metrics.ts'
import * as m0190f from './0190-files-in-hand.ts'
import * as m0230 from './0230-places-of-edits.ts'
import * as m0255 from './0255-waiting-files.ts'
import * as m0256 from './0256-built-in-tools.ts'
import * as m0260 from './0260-truths-with-places.ts'
import * as m0270 from './0270-simple-studio.ts'
import * as m0280 from './0280-chat-apps.ts'
import * as m0290 from './0290-text-metering.ts'
import * as m0291 from './0291-billing.ts'
import * as m0300 from './0300-budgets.ts'
import * as m0301 from './0301-used-days.ts'
import * as m0310 from './0310-text-portal.ts'
import * as m0320 from './0320-billing-reports.ts'
import * as m0330 from './0330-failed-pages.ts'
import * as m0340 from './0340-explanations.ts'
import * as m0350 from './0350-embedded-data.ts'
import * as m0360 from './0360-hidden-text.ts'
import * as m0370 from './0370-compiled-layouts.ts'
import * as m0380 from './0380-verifications.ts'
import * as m0390 from './0390-masking.ts'
import * as m0400 from './0400-checks.ts'
import * as m0401 from './0401-document-identities.ts'
import * as m0410 from './0410-calibration.ts'
import * as m0420 from './0420-less-per-document.ts'
import * as m0430 from './0430-started-calls.ts'
import * as m0440 from './0440-deployers.ts'
import * as m0441 from './0441-audit-origins.ts'
import * as m0460 from './0460-sealed-platform-keys.ts'
import * as m0461 from './0461-invitation-days.ts'
import * as m0470 from './0470-reused-results.ts'
import * as m0475 from './0475-retry-notes.ts'
import * as m0476 from './0476-partial-success.ts'
import * as m0477 from './0477-review-clock.ts'
import * as m0485 from './0485-edits-of-deployed-workflows.ts'
import * as m0490 from './0490-guided-pipelines.ts'
import * as m0493 from './0493-earlier-adapter-settings.ts'
import * as m0494 from './0494-clock-without-review.ts'
import * as m0502 from './0502-abandoned-drafts.ts'
import * as m0503 from './0503-names-of-equal-files.ts'
import * as m0504 from './0504-work-items.ts'
import * as m0505 from './0505-schedules-of-organizations.ts'
import * as m0506 from './0506-messages-as-work.ts'
import * as m0507 from './0507-requested-prompts.ts'
import * as m0535 from './0535-document-first.ts'
import * as m0540 from './0540-overdue-subscriptions.ts'
import * as m0553 from './0553-costs.ts'
import * as m0554 from './0554-escalation.ts'
import * as m0563 from './0563-missing-secrets.ts'
import * as m0564 from './0564-combined-messages.ts'
import * as m0573 from './0573-subscriptions-side-by-side.ts'
import * as m0574 from './0574-billing-alarms.ts'
import * as m0575 from './0575-usage-ledger.ts'
import * as m0590 from './0590-sign-in-links.ts'
import * as m0595 from './0595-batches.ts'
import * as m0604 from './0604-missed-reports.ts'
import * as m0611 from './0611-asked-models.ts'
import * as m0614 from './0614-review-samples.ts'
import * as m0615 from './0615-layout-failures.ts'
import * as m0616 from './0616-undone-reviews.ts'
import * as m0620 from './0620-undone-approvals.ts'
import * as m0650 from './0650-review-targets.ts'
import * as m0660 from './0660-names-in-the-audit-log.ts'
import * as m0669 from './0669-narrow-sharing.ts'
import * as m0670 from './0670-text-files.ts'
import * as m0674 from './0674-origins-of-outputs.ts'
import * as m0675 from './0675-stages-of-files.ts'
import * as m0680 from './0680-repeated-uploads.ts'
import * as m0685 from './0685-second-factor.ts'
import * as m0686 from './0686-passkeys.ts'
import * as m0687 from './0687-deletion.ts'
import * as m0695 from './0695-lookup-tables.ts'
import * as m0696 from './0696-lookup-aliases.ts'
import * as m0705 from './0705-lookup-sources.ts'
import * as m0710 from './0710-lookup-words.ts'
import * as m0715 from './0715-agents.ts'
import * as m0720 from './0720-lookup-word-ranges.ts'
import * as m0721 from './0721-repeated-requests.ts'
import * as m0726 from './0726-apply-lease.ts'
import * as m0727 from './0727-source-metadata.ts'
import * as m0729 from './0729-seen-pages.ts'
import * as m0731 from './0731-destination-calls.ts'
import * as m0735 from './0735-improvements.ts'
import * as m0736 from './0736-call-revisions.ts'
import * as m0737 from './0737-watch.ts'
import * as m0739 from './0739-compared-profiles.ts'
import * as m0741 from './0741-reserved-dollars.ts'
import * as m0743 from './0743-divided-layouts.ts'
import * as m0744 from './0744-arrivals.ts'
import * as m0760 from './0760-mail-addresses.ts'

type Step = { up(db: Kysely<unknown>): Promise<void> }

/** In the order of their numbers. A published step never changes; a later one mends it. */
export const migrations: Record<string, Step> = {
  '0001-platform': m0001,
  '0002-organizations': m0002,
  '0003-usage': m0003,
  '0004-documents': m0004,
  '0005-adapters': m0005,
  '0006-prompt-studio': m0006,
  '0007-workflows': m0007,
  '0008-executions': m0008,
  '0009-deployments': m0009,
  '0010-text-service': m0010,
  '0011-leased-files': m0011,
  '0012-flat-lists': m0012,
  '0013-prompt-contexts': m0013,
  '0014-document-places': m0014,
  '0015-fair-files': m0015,
  '0016-allowances': m0016,
  '0017-adapter-troubles': m0017,
  '0018-standstills': m0018,
  '0019-paid-once': m0019,
  '0025-sign-in': m0025,
  '0032-lists': m0032,
  '0035-retrieval': m0035,
  '0038-studio-runs': m0038,
  '0039-session-news': m0039,
  '0043-followed-profiles': m0043,
  '0044-summaries-and-challenges': m0044,
  '0047-confidence': m0047,
  '0048-run-records': m0048,
  '0049-failed-run-records': m0049,
  '0050-told-pending': m0050,
  '0055-access': m0055,
  '0061-people': m0061,
  '0062-sharing': m0062,
  '0069-session-messages': m0069,
  '0070-subscribed-members': m0070,
  '0073-removed-items': m0073,
  '0077-public-shares': m0077,
  '0078-tool-versions': m0078,
  '0079-truths': m0079,
  '0089-project-news': m0089,
  '0090-left-organizations': m0090,
  '0091-logs-of-executions': m0091,
  '0095-document-passwords': m0095,
  '0096-runs-of-tasks': m0096,
  '0105-connectors': m0105,
  '0110-pipelines': m0110,
  '0111-notifications': m0111,
  '0112-execution-logs': m0112,
  '0113-live-workflows': m0113,
  '0120-idempotency-keys': m0120,
  '0121-tags': m0121,
  '0125-files-aside': m0125,
  '0130-global-deployment-keys': m0130,
  '0131-files-by-path': m0131,
  '0140-review': m0140,
  '0150-metrics': m0150,
  '0155-names-of-deployments': m0155,
  '0156-api-limits': m0156,
  '0180-rules-are-configuration': m0180,
  '0190-calls-of-metrics': m0190,
  '0190-files-in-hand': m0190f,
  '0230-places-of-edits': m0230,
  '0255-waiting-files': m0255,
  '0256-built-in-tools': m0256,
  '0260-truths-with-places': m0260,
  '0270-simple-studio': m0270,
  '0280-chat-apps': m0280,
  '0290-text-metering': m0290,
  '0291-billing': m0291,
  '0300-budgets': m0300,
  '0301-used-days': m0301,
  '0310-text-portal': m0310,
  '0320-billing-reports': m0320,
  '0330-failed-pages': m0330,
  '0340-explanations': m0340,
  '0350-embedded-data': m0350,
  '0360-hidden-text': m0360,
  '0380-verifications': m0380,
  '0390-masking': m0390,
  '0370-compiled-layouts': m0370,
  '0400-checks': m0400,
  '0401-document-identities': m0401,
  '0410-calibration': m0410,
  '0420-less-per-document': m0420,
  '0430-started-calls': m0430,
  '0440-deployers': m0440,
  '0441-audit-origins': m0441,
  '0460-sealed-platform-keys': m0460,
  '0461-invitation-days': m0461,
  '0470-reused-results': m0470,
  '0475-retry-notes': m0475,
  '0476-partial-success': m0476,
  '0477-review-clock': m0477,
  '0485-edits-of-deployed-workflows': m0485,
  '0490-guided-pipelines': m0490,
  '0493-earlier-adapter-settings': m0493,
  '0494-clock-without-review': m0494,
  '0502-abandoned-drafts': m0502,
  '0503-names-of-equal-files': m0503,
  '0504-work-items': m0504,
  '0505-schedules-of-organizations': m0505,
  '0506-messages-as-work': m0506,
  '0507-requested-prompts': m0507,
  '0535-document-first': m0535,
  '0540-overdue-subscriptions': m0540,
  '0553-costs': m0553,
  '0554-escalation': m0554,
  '0563-missing-secrets': m0563,
  '0564-combined-messages': m0564,
  '0573-subscriptions-side-by-side': m0573,
  '0574-billing-alarms': m0574,
  '0575-usage-ledger': m0575,
  '0590-sign-in-links': m0590,
  '0595-batches': m0595,
  '0604-missed-reports': m0604,
  '0611-asked-models': m0611,
  '0614-review-samples': m0614,
  '0615-layout-failures': m0615,
  '0616-undone-reviews': m0616,
  '0620-undone-approvals': m0620,
  '0650-review-targets': m0650,
  '0660-names-in-the-audit-log': m0660,
  '0669-narrow-sharing': m0669,
  '0670-text-files': m0670,
  '0674-origins-of-outputs': m0674,
  '0675-stages-of-files': m0675,
  '0680-repeated-uploads': m0680,
  '0685-second-factor': m0685,
  '0686-passkeys': m0686,
  '0687-deletion': m0687,
  '0695-lookup-tables': m0695,
  '0696-lookup-aliases': m0696,
  '0705-lookup-sources': m0705,
  '0710-lookup-words': m0710,
  '0715-agents': m0715,
  '0720-lookup-word-ranges': m0720,
  '0721-repeated-requests': m0721,
  '0726-apply-lease': m0726,
  '0727-source-metadata': m0727,
  '0729-seen-pages': m0729,
  '0731-destination-calls': m0731,
  '0735-improvements': m0735,
  '0736-call-revisions': m0736,
  '0737-watch': m0737,
  '0739-compared-profiles': m0739,
  '0741-reserved-dollars': m0741,
  '0743-divided-layouts': m0743,
  '0744-arrivals': m0744,
  '0760-mail-addresses': m0760,
}
