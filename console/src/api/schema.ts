// Generated from /docs-json: npx vitest run --project e2e test/e2e/console-schema.spec.ts -u


/** OneOf type helpers */
type Without<T, U> = { [P in Exclude<keyof T, keyof U>]?: never };
type XOR<T, U> = (T | U) extends object ? (Without<T, U> & U) | (Without<U, T> & T) : T | U;
type OneOf<T extends any[]> = T extends [infer Only] ? Only : T extends [infer A, infer B, ...infer Rest] ? OneOf<[XOR<A, B>, ...Rest]> : never;

export interface paths {
  "/api/v1/admin/organizations": {
    /** Organizations, newest first; with an organization's token, its own. */
    get: operations["OrganizationsController_list"];
    /** Create an organization. Operator only. */
    post: operations["OrganizationsController_create"];
  };
  "/api/v1/admin/organizations/{id}": {
    /**
     * One organization with its balance.
     * @description With `include=alerts_etag` also the `ETag` of its alerts, for `If-Match`; there is one while it is told of nothing, too.
     */
    get: operations["OrganizationsController_get"];
    /** Change an organization. `pay_as_you_go`, `rate_limits` and `data_policy` are the operator's. */
    patch: operations["OrganizationsController_change"];
  };
  "/api/v1/admin/organizations/{id}/credits": {
    /** Put money on the balance. Operator only. The same credit under the same idempotency_key again moves nothing. */
    post: operations["OrganizationsController_addCredit"];
  };
  "/api/v1/admin/organizations/{id}/ledger": {
    /**
     * Every movement of money, newest first, with filters.
     * @description As CSV it is everything that passes the filters, unless `limit` is given.
     */
    get: operations["OrganizationsController_ledger"];
  };
  "/api/v1/admin/organizations/{id}/admin-tokens": {
    /** Admin tokens of the organization, without the tokens themselves. */
    get: operations["OrganizationsController_listTokens"];
    /** Create an admin token of the organization. `token` is shown only now. */
    post: operations["OrganizationsController_createToken"];
  };
  "/api/v1/admin/admin-tokens/{id}": {
    /** Revoke an admin token. */
    delete: operations["OrganizationsController_revokeToken"];
  };
  "/api/v1/admin/organizations/{id}/card": {
    /**
     * Save the card that auto reload and hourly charges use, or replace it. Answers the organization.
     * @description In the sandbox: `pm_sandbox_ok`, `pm_sandbox_declined`. With Stripe: a payment method (`pm_…`) made with Stripe.js. The same card again ends the pause after a decline.
     */
    put: operations["PaymentsController_save"];
    /** Remove the saved card. Answers the organization. */
    delete: operations["PaymentsController_remove"];
  };
  "/api/v1/admin/organizations/{id}/ledger/check": {
    /**
     * Proof, from one snapshot, that the balance is the sum of the ledger and that holds add up.
     * @description Sums of entries are carried, and what came since is read. With each check some of the carried entries are read again, longest ago first: all of them of an organization with up to 50,000.
     */
    get: operations["PaymentsController_check"];
  };
  "/api/v1/admin/organizations/{id}/projects": {
    /** Projects of an organization, newest first. */
    get: operations["ProjectsController_list"];
    /** Create a project with its default router. */
    post: operations["ProjectsController_create"];
  };
  "/api/v1/admin/projects/{id}": {
    /** One project with its permissions. */
    get: operations["ProjectsController_get"];
    /** Delete a project: its keys stop working, its running batches are canceled (what was done is billed); calls and charges stay. */
    delete: operations["ProjectsController_remove"];
    /** Change a project; what is not named stays as it is. A limit holds everywhere within a second, one below what is spent at once (`limit_reached`). */
    patch: operations["ProjectsController_change"];
  };
  "/api/v1/admin/projects/{id}/keys": {
    /** API keys of a project with what is left of their limits, without the keys themselves. */
    get: operations["KeysController_list"];
    /** Create an API key, with a limit, an expiry, a list of models or rate limits. `key` is shown only now. */
    post: operations["KeysController_create"];
  };
  "/api/v1/admin/keys/{id}": {
    /** Revoke an API key; it is refused everywhere within a second. */
    delete: operations["KeysController_revoke"];
    /** Change an API key: what is not named stays, null takes a bound away. Holds everywhere within a second, a limit below what is spent at once (`limit_reached`). */
    patch: operations["KeysController_change"];
  };
  "/api/v1/admin/projects/{id}/routers": {
    /** Routers of a project, oldest first. */
    get: operations["RoutersController_list"];
    /**
     * Create a router.
     * @description The first router of a project that has none of its own becomes the auto router. With `anchor_model` it is the router that calls naming that model go through, as the first such call would create it: Big is the anchor, Medium and Small follow the auto router where they are not set.
     */
    post: operations["RoutersController_create"];
  };
  "/api/v1/admin/projects/{id}/routers/preview": {
    /**
     * What a router, or a draft of one, would decide about a request.
     * @description By the code that decides calls, with the permissions and task groups of the project; nothing is sent, pinned, counted or kept. A router that is not anchored decides as the auto router does, whatever model the request names.
     */
    post: operations["RoutersController_preview"];
  };
  "/api/v1/admin/routers/{id}": {
    /**
     * One router with its tiers.
     * @description With `include` also its newest versions and what is recommended for it, as their own lists have them, and the catalogue.
     */
    get: operations["RoutersController_get"];
    /**
     * Delete a router with its versions.
     * @description The auto mark goes to the oldest other router that is not anchored. A `from_code` router comes back with the next call that names its model, unless the project has no router left: then calls are forwarded as they are.
     */
    delete: operations["RoutersController_remove"];
    /**
     * Change a router; members and tiers that are not named stay.
     * @description Each change is a new version. `auto: true` moves the mark from the router that has it. The anchor of a `from_code` router, which is its Big, cannot be changed.
     */
    patch: operations["RoutersController_change"];
  };
  "/api/v1/admin/routers/{id}/versions": {
    /** Every change of a router, newest first: number, who, when, and what it was then. */
    get: operations["RoutersController_versions"];
  };
  "/api/v1/admin/routers/{id}/versions/{n}/restore": {
    /**
     * Make a router what it was: its name, tiers and threshold, as a new version.
     * @description The auto mark stays where it is. Where the record has moved the threshold since, the threshold that was in force then is set, and holds. Models that may not be saved today are refused here too.
     */
    post: operations["RoutersController_restore"];
  };
  "/api/v1/admin/projects/{id}/groups": {
    /**
     * Task groups of a project, oldest first.
     * @description A group is one template of machine-shaped requests, listed from its third request on. Conversation makes no groups. Tasks that share a system prompt, or an instruction with other labels, begin as one group; what turns out to be another task becomes a group of its own, with the assigned model of the older one.
     */
    get: operations["GroupsController_list"];
  };
  "/api/v1/admin/groups/{id}": {
    /**
     * Rename a group, or assign a model to it; members that are not named stay.
     * @description While smart routing is on, an assigned model serves every call of the group (tier `group`), before any record.
     */
    patch: operations["GroupsController_change"];
  };
  "/api/v1/admin/projects/{id}/endpoints": {
    /** Registered endpoints of a project. */
    get: operations["EndpointsController_list"];
    /** Register an endpoint of your own for a local (`name:tag`) or fine-tuned id. `api_key` and the values of `headers` are never shown again. */
    post: operations["EndpointsController_register"];
  };
  "/api/v1/admin/endpoints/{id}": {
    /** Delete an endpoint. */
    delete: operations["EndpointsController_remove"];
    /**
     * Change an endpoint; members that are not named stay.
     * @description Also the way out when calls answer 500 `endpoint_key_unreadable` (the stored key was encrypted with another `SECRETS_KEY`): set `api_key` (or `headers`) again. A `base_url` on another server needs `api_key` beside it, the new one or null, and `headers` where there are some. A 409 names the other endpoint in `endpoint_id`.
     */
    patch: operations["EndpointsController_change"];
  };
  "/api/v1/admin/projects/{id}/recommendations": {
    /**
     * Recommendations of a project, newest first.
     * @description While automatic updates are off: for each task group whose record speaks for another model than the one that serves it (`group_tier` where both are models of its router, else `group_model`), and for each router whose record speaks for another threshold (`router_threshold`). Worked out when it is read. While they are on, what would be open is in force, and only what was approved or dismissed is listed. With `include=models` the catalogue comes along, for the prices.
     */
    get: operations["RecommendationsController_list"];
  };
  "/api/v1/admin/recommendations/{id}/approve": {
    /** Assign the recommended model to the group, or set the threshold of the router. Approving again changes nothing. */
    post: operations["RecommendationsController_approve"];
  };
  "/api/v1/admin/recommendations/{id}/dismiss": {
    /** Dismiss a recommendation; it stays dismissed until its evidence changes. */
    post: operations["RecommendationsController_dismiss"];
  };
  "/api/v1/admin/organizations/{id}/alerts": {
    /** What an organization is told of, and where; 404 while it is told of nothing. */
    get: operations["AlertsController_read"];
    /**
     * Where an organization is told of what, by signed posts.
     * @description Each event is told once a window, within seconds: `limit_*` of a key or project once a period, `balance_below` again only after the balance was above, `card_declined` once until a card is taken or saved again, `provider_down` once an outage, `ledger_difference` once a day, the others once. Posts carry `x-svc-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` under the secret of `…/alerts/secret`, and are tried again after 1, 5 and 30 minutes, 2, 6 and 12 hours.
     */
    put: operations["AlertsController_put"];
    /** Tell nothing any more, what still waits to be told included. The secret stays. */
    delete: operations["AlertsController_remove"];
  };
  "/api/v1/admin/organizations/{id}/alerts/test": {
    /** Post an event `test` now, once; answers with what came of it. */
    post: operations["AlertsController_test"];
  };
  "/api/v1/admin/organizations/{id}/alerts/deliveries": {
    /** What was posted, or is to be, newest first; kept for 30 days. */
    get: operations["AlertsController_deliveries"];
  };
  "/api/v1/admin/organizations/{id}/alerts/secret": {
    /** The secret that signs an organization's alerts; made when it is first read. */
    get: operations["AlertsController_secret"];
  };
  "/api/v1/admin/organizations/{id}/alerts/secret/rotate": {
    /** Make a new secret for alerts; the old one signs nothing from now on. */
    post: operations["AlertsController_rotate"];
  };
  "/api/v1/admin/projects/{id}/aliases/{alias}": {
    /**
     * A name of your own for a model of the catalogue, good wherever this project's keys name a model.
     * @description Made, or made to stand for another model. The name is 1 to 64 letters, digits, dots, dashes and underscores, and no spelling of a real model id or of `auto`. Calls are decided, checked and billed as if they had named the model; `x-svc-model` names it, and the call log keeps the alias as `requested_model`.
     */
    put: operations["AliasesController_put"];
    /** Delete an alias: calls that write it are refused from now on, as any unknown model. */
    delete: operations["AliasesController_remove"];
  };
  "/api/v1/admin/projects/{id}/aliases": {
    /** The aliases of a project, by name. */
    get: operations["AliasesController_list"];
  };
  "/api/v1/admin/projects/{id}/provider-keys/{provider}": {
    /**
     * A provider key of the project's own: its calls of that provider's models go out with it.
     * @description Set or replaced, once the provider has taken it. Chat, Responses, Messages and embeddings use it, cost nothing here and say `x-svc-billed-to: own-key`; batches do not use it. What the provider says of it reaches the caller as it came.
     */
    put: operations["ProviderKeysController_put"];
    /** Ends it: calls go out with the gateway's accounts from now on, and are billed. */
    delete: operations["ProviderKeysController_remove"];
  };
  "/api/v1/admin/projects/{id}/provider-keys": {
    /** The provider keys of a project's own, by provider; never the keys themselves. */
    get: operations["ProviderKeysController_list"];
  };
  "/api/v1/admin/projects/{id}/callback-secret": {
    /** The secret that signs a project's batch callbacks; made when it is first read. */
    get: operations["CallbackSecretsController_read"];
  };
  "/api/v1/admin/projects/{id}/callback-secret/rotate": {
    /** Make a new callback secret; the old one signs nothing from now on. */
    post: operations["CallbackSecretsController_rotate"];
  };
  "/api/v1/admin/projects/{id}/calls": {
    /**
     * The call log, newest first, with filters.
     * @description As CSV it is everything that passes the filters, unless `limit` is given. Filters add up. `tag`, `user`, `session` and `metadata` are quick to find at any time; a period makes other rare things quick to find. At most 10,000 calls are looked at for a page: one of less than `limit`, even of none, may have `has_more`, and `last_id` is then where the search goes on.
     */
    get: operations["CallsController_calls"];
  };
  "/api/v1/admin/projects/{id}/calls/histogram": {
    /**
     * Calls by hour, oldest first, with the filters of the list.
     * @description Rows of the call log, as the list has them: a batch counts by its rows. Hours without calls are left out. Quick for any number of calls, but with `model` beside another filter, a status below 400, `retry`, `min_cost_usd` or `min_duration_ms`, for which calls are read; with `tag`, `user`, `session` or `metadata` those are read that have it.
     */
    get: operations["CallsController_histogram"];
  };
  "/api/v1/admin/calls/{id}": {
    /**
     * One call with its attempts.
     * @description With `include=content` also what it was asked and answered, null where that is not kept; such a reading is in the audit log, as that of `…/content`. Without it a call is shown whose content cannot be read any more.
     */
    get: operations["CallsController_call"];
  };
  "/api/v1/admin/calls/{id}/content": {
    /**
     * What a call was asked and answered, where the project keeps that (`call_content`).
     * @description Secrets of known shapes are masked as `[masked:kind]`. Each reading is in the audit log (`call_content.read`). 404 when nothing was kept, or it has expired.
     */
    get: operations["CallContentController_read"];
  };
  "/api/v1/admin/projects/{id}/refusals": {
    /**
     * Calls that the gateway refused: the last 1,000 of the project, and counts of 30 days.
     * @description What was answered with 400, 401 (with a key that is known, or begins as a known one), 402, 403 or 429 by the gateway itself. Refusals of a provider are calls, and in the call log.
     */
    get: operations["RefusalsController_list"];
  };
  "/api/v1/admin/projects/{id}/batches": {
    /** Batches of a project, newest first, as they were last seen. */
    get: operations["AdminBatchesController_list"];
  };
  "/api/v1/admin/batches/{id}": {
    /**
     * One batch, as it stands at its providers now.
     * @description Reading it refreshes it, as a poll of its caller does.
     */
    get: operations["AdminBatchesController_get"];
  };
  "/api/v1/admin/batches/{id}/cancel": {
    /**
     * Cancel a batch.
     * @description What is done already returns results and is billed; the rest comes back canceled and is refunded. A batch that has ended stays as it is.
     */
    post: operations["AdminBatchesController_cancel"];
  };
  "/api/v1/admin/batches/{id}/results": {
    /**
     * The results of a batch that has ended, as its caller reads them.
     * @description One line of JSON a request in any order; `format` as on the batch endpoints.
     */
    get: operations["AdminBatchesController_read"];
  };
  "/api/v1/admin/projects/{id}/usage": {
    /**
     * Requests, tokens and spend of a project, grouped.
     * @description Calls count by the time at which they began, batches by that at which they settled. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`; the provider is that of the answer. Keys, routers, groups and projects have a `name` too (null for one that is gone). Two groupings (`hour,model`) give rows with `keys` instead of `key`, and `names` by id beside the rows. A day is `2026-11-30`, an hour `2026-11-30T14:00:00+01:00`. Every grouping sums to the spend, but for `tag`: a call with three tags is in three rows. `total` is the whole, each call once. Of a project, 10,000 tags and 1,000,000 users are told apart, and of users and sessions the 10,000 dearest in an answer; the others are the row `other`. An answer has 100,000 rows at the most (250,000 as CSV), sessions are told apart among 300,000 calls, and hours of 27,000 (three years) from the first call to the last: what would be more is 400.
     */
    get: operations["UsageController_usage"];
  };
  "/api/v1/admin/organizations/{id}/usage": {
    /**
     * Requests, tokens and spend of all projects of an organization, grouped.
     * @description Calls count by the time at which they began, batches by that at which they settled. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`; the provider is that of the answer. Keys, routers, groups and projects have a `name` too (null for one that is gone). Two groupings (`hour,model`) give rows with `keys` instead of `key`, and `names` by id beside the rows. A day is `2026-11-30`, an hour `2026-11-30T14:00:00+01:00`. Every grouping sums to the spend, but for `tag`: a call with three tags is in three rows. `total` is the whole, each call once. Of a project, 10,000 tags and 1,000,000 users are told apart, and of users and sessions the 10,000 dearest in an answer; the others are the row `other`. An answer has 100,000 rows at the most (250,000 as CSV), sessions are told apart among 300,000 calls, and hours of 27,000 (three years) from the first call to the last: what would be more is 400. Deleted projects are counted too.
     */
    get: operations["UsageController_organizationUsage"];
  };
  "/api/v1/admin/projects/{id}/usage/check": {
    /**
     * Proof, from one snapshot, that the usage of a period is what the ledger took for its calls.
     * @description Reads every call of the period: a long one of many calls takes its time.
     */
    get: operations["UsageController_check"];
  };
  "/api/v1/admin/models": {
    /** The catalogue with prices, capabilities and surfaces. */
    get: operations["ModelsController_models"];
  };
  "/api/v1/admin/projects/{id}/traces": {
    /** Traces of a project, newest first. */
    get: operations["TracesReportsController_list"];
  };
  "/api/v1/admin/projects/{id}/traces/{trace_id}": {
    /**
     * One trace: its spans, and the calls of the gateway that belong to it.
     * @description Calls belong by the `traceparent` that they carried, or because a span names their id, or that of their answer (`chatcmpl-…`, `msg_…`), as `gen_ai.response.id`; an answer id that several calls of the project have names none. A trace of very many or very large spans is cut, and says so.
     */
    get: operations["TracesReportsController_get"];
  };
  "/api/v1/admin/maintenance/sweep": {
    /** Run the hourly sweep now and answer, when it is done, what it did. Operator only. */
    post: operations["MaintenanceController_run"];
  };
  "/api/v1/admin/maintenance/ledger-archive/bring-back": {
    /**
     * Take the newest archived file of the ledger back into the database. Operator only.
     * @description Once for each file, until `files_left` is 0. Set `LEDGER_ARCHIVE=none` first, or the next sweep archives them again.
     */
    post: operations["MaintenanceController_bringBack"];
  };
  "/api/v1/admin/audit": {
    /** Every change made in the management API, newest first. Operator only. */
    get: operations["AuditController_all"];
  };
  "/api/v1/admin/organizations/{id}/audit": {
    /**
     * Who changed what of an organization and its projects, newest first.
     * @description An entry is written in the transaction of its change. Secrets are never in it.
     */
    get: operations["AuditController_ofOrganization"];
  };
  "/api/v1/admin/judge": {
    /**
     * What the judge model cost and said, by day. Operator only.
     * @description The judge model (`JUDGE_MODEL`) judges a sample of the answers to grouped machine tasks. Its cost is the service's own and on no ledger; `JUDGE_DAILY_BUDGET_USD` bounds it over all processes.
     */
    get: operations["JudgeController_read"];
  };
  "/api/v1/admin/status": {
    /**
     * How the service stands: version, processes, database, queue, store of traces, providers. Operator only.
     * @description What is away is said in the answer, which is 200 all the same.
     */
    get: operations["StatusController_read"];
  };
  "/api/v1/admin/providers": {
    /** The service's accounts at the providers, and which of them are left out. Operator only. */
    get: operations["ProvidersController_list"];
  };
  "/api/v1/admin/simulator/faults": {
    /** How the simulated providers fail. Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again. */
    get: operations["SimulatorFaultsController_read"];
    /** Have the simulated providers fail, from the next call on. Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again. */
    put: operations["SimulatorFaultsController_replace"];
    /** Have the simulated providers answer again as usual. Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again. */
    delete: operations["SimulatorFaultsController_end"];
  };
  "/api/v1/admin/projects/{id}/playground/chat/completions": {
    /**
     * A chat completion as a call of the project, made with an admin token.
     * @description The ordinary call, with the limits, the bill and the call log of the project, under the key name `Console`. The first one makes that key; nobody holds it, and it cannot be revoked.
     */
    post: operations["PlaygroundController_complete"];
  };
  "/api/v1/admin/projects/{id}/overview": {
    /** Calls, errors and spend of a project by hour, its money, and what waits for somebody. */
    get: operations["OverviewController_read"];
  };
  "/api/v1/admin/console/session": {
    /**
     * Sign in: sets the cookie of a session of eight hours.
     * @description The cookie opens the management API to pages of this origin, which send `x-console: 1`; it ends with its token.
     */
    post: operations["ConsoleSessionController_signIn"];
    /** Sign out: the session of the cookie ends, if there is one. */
    delete: operations["ConsoleSessionController_signOut"];
  };
}

export type webhooks = Record<string, never>;

export interface components {
  schemas: {
    readonly DataPolicyFields: {
      /** @description Only providers that keep nothing. */
      readonly zero_retention?: boolean;
    };
    readonly AutoReloadFields: {
      /** @description Tops up from the saved card. */
      readonly enabled?: boolean;
      /**
       * @description Tops up when the balance falls under this.
       * @example 5
       */
      readonly threshold_usd?: number;
      /**
       * @description Required once it is enabled.
       * @example 50
       */
      readonly amount_usd?: number;
    };
    readonly CreateOrganization: {
      /** @description Run past zero, charged hourly. Operator only. */
      readonly pay_as_you_go?: boolean;
      /**
       * @description Limits by kind (`inference`, `decisions`, `traces`, `batch_submissions`, `batch_polls`): `{per_second, burst}` or `"unlimited"`. Operator only.
       * @example {
       *   "inference": {
       *     "per_second": 50,
       *     "burst": 600
       *   }
       * }
       */
      readonly rate_limits?: Record<string, never>;
      /** @description Operator only. */
      readonly data_policy?: components["schemas"]["DataPolicyFields"];
      readonly auto_reload?: components["schemas"]["AutoReloadFields"];
      /** @example Acme */
      readonly name: string;
    };
    readonly ChangeOrganization: {
      /** @description Run past zero, charged hourly. Operator only. */
      readonly pay_as_you_go?: boolean;
      /**
       * @description Limits by kind (`inference`, `decisions`, `traces`, `batch_submissions`, `batch_polls`): `{per_second, burst}` or `"unlimited"`. Operator only.
       * @example {
       *   "inference": {
       *     "per_second": 50,
       *     "burst": 600
       *   }
       * }
       */
      readonly rate_limits?: Record<string, never>;
      /** @description Operator only. */
      readonly data_policy?: components["schemas"]["DataPolicyFields"];
      readonly auto_reload?: components["schemas"]["AutoReloadFields"];
      /** @example Acme */
      readonly name?: string;
    };
    readonly AddCredit: {
      /**
       * @description More than 0, at most 12 decimals; a number or decimal text.
       * @example 25
       */
      readonly amount_usd: number | string;
      /** @example Invoice 17 */
      readonly note?: string;
      /**
       * @description The same key again adds nothing, and answers with the credit that it stands for.
       * @example invoice-17
       */
      readonly idempotency_key?: string;
    };
    readonly CreateNamed: {
      /** @example production */
      readonly name: string;
    };
    readonly SaveCard: {
      /** @example pm_sandbox_ok */
      readonly payment_method: string;
    };
    readonly PermissionsFields: {
      /** @description The router may choose the serving model. */
      readonly smart_routing?: boolean;
      /** @description Record picks and the contract cascade. */
      readonly automatic_updates?: boolean;
      /** @description Long prompts are shortened before the model call. */
      readonly token_compression?: boolean;
      /** @description Models of Chinese labs may be called. */
      readonly chinese_models?: boolean;
      /** @description Answers of the Responses API may be kept, to be read and continued. */
      readonly response_storage?: boolean;
    };
    readonly CreateProject: {
      readonly permissions?: components["schemas"]["PermissionsFields"];
      /** @example Support bot */
      readonly name: string;
    };
    readonly CallContentFields: {
      /**
       * @description Keep requests and answers of calls from now on, encrypted, with secrets masked.
       * @example false
       */
      readonly enabled?: boolean;
      /**
       * @description How long, from `1h` to `90d`. A shorter one holds for what is kept already too.
       * @example 7d
       */
      readonly retention?: string;
      /**
       * @description How much of a request, and of an answer, in kilobytes; the call itself is not cut.
       * @example 64
       */
      readonly max_kb?: number;
    };
    readonly ChangeProject: {
      readonly permissions?: components["schemas"]["PermissionsFields"];
      /** @example Support bot */
      readonly name?: string;
      /**
       * @description Whether message contents of ingested traces are kept from now on.
       * @enum {string}
       */
      readonly trace_content?: "keep" | "drop";
      /**
       * @description The most that may be spent in a period; a number or decimal text with at most 12 decimals. Null: no limit. What the period has spent already counts.
       * @example 25
       */
      readonly limit_usd?: number | string | null;
      /**
       * @description By UTC; weeks begin on Monday. `total` never resets. Goes with `limit_usd`.
       * @example month
       * @enum {string|null}
       */
      readonly limit_period?: "day" | "week" | "month" | "total" | null;
      /** @description Off unless set. Zero retention of the organization wins: nothing is kept then. */
      readonly call_content?: components["schemas"]["CallContentFields"];
    };
    readonly CreateKey: {
      /**
       * @description Refused with 401 `key_disabled` until it is enabled again.
       * @example false
       */
      readonly disabled?: boolean;
      /**
       * Format: date-time
       * @description From then on 401 `key_expired`. Must be to come. Null: never.
       * @example 2030-01-01T00:00:00Z
       */
      readonly expires_at?: string | null;
      /**
       * @description The most that may be spent in a period; a number or decimal text with at most 12 decimals. Null: no limit. What the period has spent already counts.
       * @example 25
       */
      readonly limit_usd?: number | string | null;
      /**
       * @description By UTC; weeks begin on Monday. `total` never resets. Goes with `limit_usd`.
       * @example month
       * @enum {string|null}
       */
      readonly limit_period?: "day" | "week" | "month" | "total" | null;
      /**
       * @description All that the key may call: ids of models, and `lab/*` for all whose ids begin so. Null: whatever the project may call.
       * @example [
       *   "openai/*"
       * ]
       */
      readonly models?: (readonly string[]) | null;
      /**
       * @description Limits by kind, as an organization's (`{per_second, burst}`), and none above those. Null: the organization's.
       * @example {
       *   "inference": {
       *     "per_second": 5,
       *     "burst": 20
       *   }
       * }
       */
      readonly rate_limits?: Record<string, unknown> | null;
      /** @example production */
      readonly name: string;
    };
    readonly ChangeKey: {
      /**
       * @description Refused with 401 `key_disabled` until it is enabled again.
       * @example false
       */
      readonly disabled?: boolean;
      /**
       * Format: date-time
       * @description From then on 401 `key_expired`. Must be to come. Null: never.
       * @example 2030-01-01T00:00:00Z
       */
      readonly expires_at?: string | null;
      /**
       * @description The most that may be spent in a period; a number or decimal text with at most 12 decimals. Null: no limit. What the period has spent already counts.
       * @example 25
       */
      readonly limit_usd?: number | string | null;
      /**
       * @description By UTC; weeks begin on Monday. `total` never resets. Goes with `limit_usd`.
       * @example month
       * @enum {string|null}
       */
      readonly limit_period?: "day" | "week" | "month" | "total" | null;
      /**
       * @description All that the key may call: ids of models, and `lab/*` for all whose ids begin so. Null: whatever the project may call.
       * @example [
       *   "openai/*"
       * ]
       */
      readonly models?: (readonly string[]) | null;
      /**
       * @description Limits by kind, as an organization's (`{per_second, burst}`), and none above those. Null: the organization's.
       * @example {
       *   "inference": {
       *     "per_second": 5,
       *     "burst": 20
       *   }
       * }
       */
      readonly rate_limits?: Record<string, unknown> | null;
      /** @example production */
      readonly name?: string;
    };
    readonly RouterTiersFields: {
      /** @example vendora/claude-sonnet-5-5 */
      readonly big?: string | null;
      /** @example vendorb/gpt-6.1-terra */
      readonly medium?: string | null;
      /** @example openai/gpt-oss-120b */
      readonly small?: string | null;
    };
    readonly RouterFallbackFields: {
      /**
       * @description Empty: never.
       * @example [
       *   "outage"
       * ]
       */
      readonly on: readonly "outage"[];
    };
    readonly CreateRouter: {
      /** @description At least one tier must have a model. */
      readonly tiers?: components["schemas"]["RouterTiersFields"];
      /**
       * @description Serves `auto`. One router of a project is marked; `true` moves the mark here. Not for anchored routers.
       * @example false
       */
      readonly auto?: boolean;
      /**
       * @description Complexity above which Big answers; null for what the record speaks for while automatic updates are on, or else the service's own threshold.
       * @example 0.8
       */
      readonly threshold?: number | null;
      /** @description `{"on": ["outage"]}`: when the provider of a call fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked. */
      readonly fallback?: components["schemas"]["RouterFallbackFields"];
      /**
       * @description Makes this the router of calls that name the model, which is its Big then.
       * @example vendora/claude-sonnet-5-5
       */
      readonly anchor_model?: string;
      /** @example Support */
      readonly name: string;
    };
    readonly RouterDraft: {
      /** @description At least one tier must have a model. */
      readonly tiers: components["schemas"]["RouterTiersFields"];
      /**
       * @description Complexity above which Big answers; null for what the record speaks for while automatic updates are on, or else the service's own threshold.
       * @example 0.8
       */
      readonly threshold?: number | null;
      /** @example Support */
      readonly name?: string;
      /**
       * @description Of a router that is anchored: the model that calls name.
       * @example vendora/claude-sonnet-5-5
       */
      readonly anchor_model?: string;
    };
    readonly PreviewDecision: {
      /** @description A draft. Either this or `router_id`. */
      readonly router?: components["schemas"]["RouterDraft"];
      /** @description A router of the project. Either this or `router`. */
      readonly router_id?: string;
      /**
       * @description The body of a chat call, or with `"surface": "responses"` that of a Responses call, as on `POST /api/v1/route`. Either this or `task`.
       * @example {
       *   "messages": [
       *     {
       *       "role": "user",
       *       "content": "Hi"
       *     }
       *   ]
       * }
       */
      readonly request?: {
        [key: string]: unknown;
      };
      /** @description A bare text that a model is to work on. Either this or `request`. */
      readonly task?: string;
    };
    readonly ChangeRouter: {
      /** @description At least one tier must have a model. */
      readonly tiers?: components["schemas"]["RouterTiersFields"];
      /**
       * @description Serves `auto`. One router of a project is marked; `true` moves the mark here. Not for anchored routers.
       * @example false
       */
      readonly auto?: boolean;
      /**
       * @description Complexity above which Big answers; null for what the record speaks for while automatic updates are on, or else the service's own threshold.
       * @example 0.8
       */
      readonly threshold?: number | null;
      /** @description `{"on": ["outage"]}`: when the provider of a call fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked. */
      readonly fallback?: components["schemas"]["RouterFallbackFields"];
      /**
       * @description Makes this the router of calls that name the model, which is its Big then.
       * @example vendora/claude-sonnet-5-5
       */
      readonly anchor_model?: string;
      /** @example Support */
      readonly name?: string;
    };
    readonly ChangeGroup: {
      /** @example Ticket triage */
      readonly name?: string;
      /**
       * @description A priced chat model of the catalogue: every call of the group goes to it. Null assigns none.
       * @example openai/gpt-oss-120b
       */
      readonly assigned_model?: string | null;
    };
    readonly CreateEndpoint: {
      /** @example llama3:8b */
      readonly model: string;
      /**
       * @description Calls go to this address with `/chat/completions` behind its path; a query (`?api-version=…`) stays behind that. https and public, or of a host that the operator has allowed (`ENDPOINT_ALLOWED_HOSTS`).
       * @example https://models.example.com/v1
       */
      readonly base_url: string;
      /** @example key-of-your-server */
      readonly api_key?: string;
      /**
       * @description What the server calls the model; `model` when absent.
       * @example llama3
       */
      readonly upstream_model?: string;
      /**
       * @description Sent with each call; kept encrypted, never shown. At most 20, of 6,144 characters in all. Those of the connection and the body are refused (`host`, `content-length`, hop-by-hop, `content-type`, …); `authorization` may be set without `api_key` alone.
       * @example {
       *   "x-team": "research"
       * }
       */
      readonly headers?: {
        [key: string]: string;
      };
    };
    readonly ChangeEndpoint: {
      /** @example llama3:8b */
      readonly model?: string;
      /**
       * @description Calls go to this address with `/chat/completions` behind its path; a query (`?api-version=…`) stays behind that. https and public, or of a host that the operator has allowed (`ENDPOINT_ALLOWED_HOSTS`).
       * @example https://models.example.com/v1
       */
      readonly base_url?: string;
      /**
       * @description Null: none is sent any more. Required when `base_url` moves to another server.
       * @example key-of-your-server
       */
      readonly api_key?: string | null;
      /** @example llama3 */
      readonly upstream_model?: string | null;
      /**
       * @description All of them: what is kept is replaced, by {} taken away. Required when `base_url` moves an endpoint with headers to another server.
       * @example {
       *   "x-team": "research"
       * }
       */
      readonly headers?: {
        [key: string]: string;
      };
    };
    readonly DecideRecommendation: Record<string, never>;
    readonly PutAlerts: {
      /**
       * @description A public https address. Posts to it are signed; redirects are not followed.
       * @example https://example.com/hooks/gateway
       */
      readonly url: string;
      /**
       * @description Required for `balance_below`: told once when the balance falls under this, and again only after it was above.
       * @example 5
       */
      readonly balance_below_usd?: number | string | null;
      /**
       * @example [
       *   "balance_below"
       * ]
       */
      readonly events: readonly ("balance_below" | "limit_50" | "limit_80" | "limit_100" | "card_declined" | "provider_down" | "ledger_difference" | "recommendation" | "batch_ended")[];
    };
    readonly PutAlias: {
      /**
       * @description The id of a model of the catalogue, in any spelling that calls may use.
       * @example vendorb/gpt-6.1-terra
       */
      readonly model: string;
    };
    readonly PutProviderKey: {
      /**
       * @description Encrypted, never shown again, and tried once with a call that is free.
       * @example sk-…
       */
      readonly api_key: string;
      /**
       * @description Whether an account of the gateway's, which is billed, answers where the key is refused (401), or the provider is busy, broken or away. Off when absent.
       * @example false
       */
      readonly fall_back_to_system?: boolean;
    };
    readonly StartSweep: Record<string, never>;
    readonly SetSimulatorFaults: {
      /**
       * @description Rules `pattern[#account]=act[@share]` with commas between; the first that matches and hits acts. A pattern is a model id, `lab/*` or `*`; an act is a status from 400 to 599 (`429:20s` with `Retry-After`), `quota`, `delay:DURATION` or `cut:EVENTS`; the share is above 0 and up to 1. The empty text ends all faults.
       * @example vendora/*=529@0.2,gpt-4o=delay:3s@0.1,*=cut:5@0.01
       */
      readonly faults: string;
    };
    readonly SignIn: {
      /**
       * @description The operator's token, one of an organization, or the secret of a sign-in link, which signs in once.
       * @example svc_operator_…
       */
      readonly token: string;
    };
    readonly ChatCompletion: {
      readonly id?: string;
      /** @example chat.completion */
      readonly object?: string;
      readonly created?: number;
      readonly model?: string;
      readonly choices?: readonly ({
          readonly index?: number;
          readonly message?: {
            /** @enum {string} */
            readonly role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
            readonly content?: OneOf<[string, readonly {
                /** @example text */
                readonly type?: string;
                [key: string]: unknown;
              }[], null]>;
            readonly tool_calls?: readonly {
                [key: string]: unknown;
              }[];
            readonly tool_call_id?: string;
            [key: string]: unknown;
          };
          readonly finish_reason?: string;
          [key: string]: unknown;
        })[];
      readonly usage?: {
        /** @description Cached tokens included. */
        readonly prompt_tokens?: number;
        readonly completion_tokens?: number;
        readonly total_tokens?: number;
        readonly prompt_tokens_details?: {
          readonly cached_tokens?: number;
          [key: string]: unknown;
        };
        /** @description USD billed for the call. Left out for a model without a known price; 0 on a registered endpoint. */
        readonly cost?: number;
        [key: string]: unknown;
      };
      [key: string]: unknown;
    };
    /** @description One `data:` line of the stream. The last one before `[DONE]` carries `usage` with `cost`. */
    readonly ChatCompletionChunk: {
      readonly id?: string;
      /** @example chat.completion.chunk */
      readonly object?: string;
      readonly choices?: readonly ({
          readonly index?: number;
          readonly delta?: {
            /** @enum {string} */
            readonly role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
            readonly content?: OneOf<[string, readonly {
                /** @example text */
                readonly type?: string;
                [key: string]: unknown;
              }[], null]>;
            readonly tool_calls?: readonly {
                [key: string]: unknown;
              }[];
            readonly tool_call_id?: string;
            [key: string]: unknown;
          };
          readonly finish_reason?: string | null;
        })[];
      readonly usage?: {
        /** @description Cached tokens included. */
        readonly prompt_tokens?: number;
        readonly completion_tokens?: number;
        readonly total_tokens?: number;
        readonly prompt_tokens_details?: {
          readonly cached_tokens?: number;
          [key: string]: unknown;
        };
        /** @description USD billed for the call. Left out for a model without a known price; 0 on a registered endpoint. */
        readonly cost?: number;
        [key: string]: unknown;
      };
      [key: string]: unknown;
    };
    readonly Attempt: {
      readonly model: string;
      readonly provider: string;
      /**
       * @description Which of the service's accounts at the provider; null for endpoints, and before 2026-11-30.
       * @example default
       */
      readonly account: string | null;
      /** @description 0 when the provider never answered. */
      readonly status: number;
      /** @example thinking-disabled */
      readonly retry_reason: string | null;
      readonly usage: {
        /** @description Neither read from a cache nor written to one. */
        readonly input_tokens: number;
        readonly output_tokens: number;
        readonly cache_read_tokens?: number;
        readonly cache_write_5m_tokens?: number;
        readonly cache_write_1h_tokens?: number;
        /** @description Part of `output_tokens`. */
        readonly reasoning_tokens?: number;
        readonly web_search_requests?: number;
        readonly served_fast?: boolean;
        /** @description The provider reported none: counted from the texts. */
        readonly estimated?: boolean;
      } | null;
      /** @description USD, at most 12 decimals. */
      readonly cost_usd: number | null;
      readonly billed: boolean;
      /** Format: date-time */
      readonly started_at: string | null;
      readonly duration_ms: number;
    };
    readonly OwnCall: {
      /** @example call_… */
      readonly id: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @enum {string} */
      readonly surface: "chat" | "responses" | "messages" | "embeddings" | "batch";
      readonly stream: boolean;
      /** @description What the caller saw; 499 for a caller that left. */
      readonly status: number;
      /** @example key_… */
      readonly key_id: string;
      readonly tier: string | null;
      readonly router_id: string | null;
      readonly group_id: string | null;
      /**
       * @description Null for live calls.
       * @example batch_…
       */
      readonly batch_id: string | null;
      readonly requested_model: string;
      readonly decided_model: string | null;
      readonly served_model: string | null;
      /** @description More than 1 for a batch, which has one row a model. */
      readonly requests: number;
      readonly usage: {
        /** @description Neither read from a cache nor written to one. */
        readonly input_tokens: number;
        readonly output_tokens: number;
        readonly cache_read_tokens?: number;
        readonly cache_write_5m_tokens?: number;
        readonly cache_write_1h_tokens?: number;
        /** @description Part of `output_tokens`. */
        readonly reasoning_tokens?: number;
        readonly web_search_requests?: number;
        readonly served_fast?: boolean;
        /** @description The provider reported none: counted from the texts. */
        readonly estimated?: boolean;
      } | null;
      /** @description USD, at most 12 decimals. */
      readonly cost_usd: number | null;
      /** @description USD, at most 12 decimals. */
      readonly billed_usd: number;
      readonly reasons: readonly string[];
      /**
       * @description `hit`: the answer was in the exact cache (`x-svc-cache`), and no model was asked.
       * @enum {string|null}
       */
      readonly cache: "hit" | null;
      /** @description What a router's decision went by; null where no router decided, and of older calls. */
      readonly decided_by: ({
        /** @enum {string} */
        readonly kind: "conversation" | "machine";
        /** @description 0 to 1; conversations are not scored. */
        readonly complexity: number | null;
        /** @description Of the router: harder than it counts as hard. */
        readonly threshold: number;
        /** @description Models that could have served, the chosen one first. */
        readonly considered: readonly string[];
      }) | null;
      readonly attempts: readonly components["schemas"]["Attempt"][];
      readonly timings: {
        readonly gateway_ms: number;
        readonly upstream_ms: number;
        readonly first_byte_ms: number | null;
      };
      readonly trace_id: string | null;
      /**
       * @description The `id` of the answer as the caller saw it; null for embeddings, batches and errors.
       * @example chatcmpl-…
       */
      readonly response_id: string | null;
      /** @description What the caller said in `x-svc-tags`; empty where he said nothing. */
      readonly tags: readonly string[];
      /** @description Whom the call is for: `x-svc-user`, or what the body says (`user`, `safety_identifier`; `metadata.user_id` of a Messages body). */
      readonly end_user: string | null;
      readonly session_id: string | null;
      /** @description Of an OpenAI body, as it was sent. */
      readonly metadata: {
        [key: string]: string;
      } | null;
    };
    readonly Organization: {
      /** @example org_… */
      readonly id: string;
      /** @example Acme */
      readonly name: string;
      readonly pay_as_you_go: boolean;
      /** @description What it has in place of the usual limits. */
      readonly rate_limits: {
        readonly inference?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly decisions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly traces?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_submissions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_polls?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
      };
      readonly data_policy: {
        readonly zero_retention: boolean;
      };
      readonly auto_reload: {
        readonly enabled: boolean;
        /** @description USD, at most 12 decimals. */
        readonly threshold_usd: number;
        /** @description USD, at most 12 decimals. */
        readonly amount_usd: number;
      };
      /** @description USD, at most 12 decimals. */
      readonly balance_usd: number;
      /** @description USD, at most 12 decimals. */
      readonly reserved_usd: number;
      readonly card: ({
        /** @example pm_… */
        readonly payment_method: string;
        /** @enum {string} */
        readonly provider: "sandbox" | "stripe";
        /** @example visa */
        readonly brand: string | null;
        /** @example 4242 */
        readonly last4: string | null;
        readonly exp_month: number | null;
        readonly exp_year: number | null;
        /** Format: date-time */
        readonly saved_at: string | null;
        /**
         * Format: date-time
         * @description When it last gave no money; null while it gives some.
         */
        readonly declined_at: string | null;
      }) | null;
      readonly alerts: ({
        /** @example https://example.com/hooks/gateway */
        readonly url: string;
        /** @description USD, at most 12 decimals. */
        readonly balance_below_usd: number | null;
        readonly events: readonly ("balance_below" | "limit_50" | "limit_80" | "limit_100" | "card_declined" | "provider_down" | "ledger_difference" | "recommendation" | "batch_ended")[];
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
      }) | null;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly OrganizationList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Organization"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly OrganizationDetail: {
      /** @example org_… */
      readonly id: string;
      /** @example Acme */
      readonly name: string;
      readonly pay_as_you_go: boolean;
      /** @description What it has in place of the usual limits. */
      readonly rate_limits: {
        readonly inference?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly decisions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly traces?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_submissions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_polls?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
      };
      readonly data_policy: {
        readonly zero_retention: boolean;
      };
      readonly auto_reload: {
        readonly enabled: boolean;
        /** @description USD, at most 12 decimals. */
        readonly threshold_usd: number;
        /** @description USD, at most 12 decimals. */
        readonly amount_usd: number;
      };
      /** @description USD, at most 12 decimals. */
      readonly balance_usd: number;
      /** @description USD, at most 12 decimals. */
      readonly reserved_usd: number;
      readonly card: ({
        /** @example pm_… */
        readonly payment_method: string;
        /** @enum {string} */
        readonly provider: "sandbox" | "stripe";
        /** @example visa */
        readonly brand: string | null;
        /** @example 4242 */
        readonly last4: string | null;
        readonly exp_month: number | null;
        readonly exp_year: number | null;
        /** Format: date-time */
        readonly saved_at: string | null;
        /**
         * Format: date-time
         * @description When it last gave no money; null while it gives some.
         */
        readonly declined_at: string | null;
      }) | null;
      readonly alerts: ({
        /** @example https://example.com/hooks/gateway */
        readonly url: string;
        /** @description USD, at most 12 decimals. */
        readonly balance_below_usd: number | null;
        readonly events: readonly ("balance_below" | "limit_50" | "limit_80" | "limit_100" | "card_declined" | "provider_down" | "ledger_difference" | "recommendation" | "batch_ended")[];
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
      }) | null;
      /** Format: date-time */
      readonly created_at: string;
      /** @description The `ETag` of its alerts, quotes included. */
      readonly alerts_etag?: string;
    };
    readonly LedgerRow: {
      /** @example led_… */
      readonly id: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @enum {string} */
      readonly kind: "credit" | "usage" | "reservation" | "release" | "settlement" | "reload" | "hourly_charge" | "refund" | "adjustment";
      /** @description USD, at most 12 decimals. */
      readonly amount_usd: number;
      /** @example call_… */
      readonly reference: string;
      readonly note: string | null;
    };
    readonly LedgerRowList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["LedgerRow"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly CreatedAdminToken: {
      /** @example atk_… */
      readonly id: string;
      readonly name: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @example svc_admin_… */
      readonly token: string;
    };
    readonly AdminToken: {
      /** @example atk_… */
      readonly id: string;
      readonly name: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly AdminTokenList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["AdminToken"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly Deleted: {
      readonly id: string;
      readonly deleted: boolean;
    };
    readonly LedgerCheck: {
      /** @description Everything below adds up. */
      readonly ok: boolean;
      /** Format: date-time */
      readonly checked_at: string;
      readonly entries: number;
      /** @description USD, at most 12 decimals. */
      readonly balance_usd: number;
      /** @description USD, at most 12 decimals. */
      readonly ledger_sum_usd: number;
      /** @description Balance less the sum of the ledger: 0. */
      readonly difference_usd: number;
      /** @description USD, at most 12 decimals. */
      readonly reserved_usd: number;
      /** @description By the ledger; equals `reserved_usd`. */
      readonly open_reservations_usd: number;
      readonly open_reservations: number;
      /** @description References that released more than they reserved: 0. */
      readonly negative_holds: number;
      /** @description References settled more than once, or settled and still holding money: 0. */
      readonly double_settlements: number;
      /** @description Keys and projects whose limit counts another sum than was billed for them: 0. */
      readonly limit_differences: number;
      /** @description Entries of which others are there than were added up once, as far as they were read again: none. The sums above are of those that are there. */
      readonly piece_faults: readonly {
          /**
           * @description The entries behind this one,
           * @example led_50000
           */
          readonly after: string;
          /**
           * @description up to this one.
           * @example led_100000
           */
          readonly up_to: string;
          /** @description As many there were when they were added up. */
          readonly entries: number;
          /** @description USD, at most 12 decimals. */
          readonly amount_usd: number;
          /** @description As many there are. */
          readonly found_entries: number;
          /** @description USD, at most 12 decimals. */
          readonly found_usd: number;
        }[];
      /** @description Those of `entries` that are in archived files. */
      readonly archived_entries: number;
      /** @description Archived files with entries of the organization that could not be read as they were written: none. */
      readonly archive_faults: readonly ({
          /** @example ledger/000000000001-1c0ffee2badcafe0.jsonl.gz */
          readonly file: string;
          /** @enum {string} */
          readonly fault: "missing" | "changed" | "sums";
        })[];
    };
    readonly Project: {
      /** @example prj_… */
      readonly id: string;
      /** @example org_… */
      readonly organization_id: string;
      readonly name: string;
      readonly permissions: {
        readonly smart_routing: boolean;
        readonly automatic_updates: boolean;
        readonly token_compression: boolean;
        readonly chinese_models: boolean;
        readonly response_storage: boolean;
      };
      /** @enum {string} */
      readonly trace_content: "keep" | "drop";
      /** @description USD, at most 12 decimals. */
      readonly limit_usd: number | null;
      /** @enum {string|null} */
      readonly limit_period: "day" | "week" | "month" | "total" | null;
      /** @description What was billed in the period: calls when they are committed, batches when they settle. Null without a limit. */
      readonly spent_usd: number | null;
      /** @description The limit less what is spent and what batches under way may cost yet; never below 0. */
      readonly remaining_usd: number | null;
      /** @description All of it is spent: calls are refused until it resets. */
      readonly limit_reached: boolean;
      /**
       * Format: date-time
       * @description When the period ends; null for `total`.
       */
      readonly resets_at: string | null;
      /** @description Whether requests and answers of calls are kept, how long, and how much of each. */
      readonly call_content: {
        readonly enabled: boolean;
        /** @example 7d */
        readonly retention: string;
        readonly max_kb: number;
      };
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly ProjectList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Project"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly CreatedKey: {
      /** @example key_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      readonly name: string;
      /**
       * @description How the key begins; nothing for `Console`, which the playground calls under and nobody holds.
       * @example svc_live_Ab3dE
       */
      readonly prefix: string;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly revoked_at: string | null;
      readonly disabled: boolean;
      /** Format: date-time */
      readonly expires_at: string | null;
      /** @description USD, at most 12 decimals. */
      readonly limit_usd: number | null;
      /** @enum {string|null} */
      readonly limit_period: "day" | "week" | "month" | "total" | null;
      /** @description What was billed in the period: calls when they are committed, batches when they settle. Null without a limit. */
      readonly spent_usd: number | null;
      /** @description The limit less what is spent and what batches under way may cost yet; never below 0. */
      readonly remaining_usd: number | null;
      /** @description All of it is spent: calls are refused until it resets. */
      readonly limit_reached: boolean;
      /**
       * Format: date-time
       * @description When the period ends; null for `total`.
       */
      readonly resets_at: string | null;
      /** @description All that it may call; null: whatever the project may. */
      readonly models: (readonly string[]) | null;
      /** @description What it has in place of the organization's. */
      readonly rate_limits: {
        readonly inference?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly decisions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly traces?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_submissions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_polls?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
      } | null;
      /** @example svc_live_… */
      readonly key: string;
    };
    readonly Key: {
      /** @example key_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      readonly name: string;
      /**
       * @description How the key begins; nothing for `Console`, which the playground calls under and nobody holds.
       * @example svc_live_Ab3dE
       */
      readonly prefix: string;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly revoked_at: string | null;
      readonly disabled: boolean;
      /** Format: date-time */
      readonly expires_at: string | null;
      /** @description USD, at most 12 decimals. */
      readonly limit_usd: number | null;
      /** @enum {string|null} */
      readonly limit_period: "day" | "week" | "month" | "total" | null;
      /** @description What was billed in the period: calls when they are committed, batches when they settle. Null without a limit. */
      readonly spent_usd: number | null;
      /** @description The limit less what is spent and what batches under way may cost yet; never below 0. */
      readonly remaining_usd: number | null;
      /** @description All of it is spent: calls are refused until it resets. */
      readonly limit_reached: boolean;
      /**
       * Format: date-time
       * @description When the period ends; null for `total`.
       */
      readonly resets_at: string | null;
      /** @description All that it may call; null: whatever the project may. */
      readonly models: (readonly string[]) | null;
      /** @description What it has in place of the organization's. */
      readonly rate_limits: {
        readonly inference?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly decisions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly traces?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_submissions?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
        readonly batch_polls?: OneOf<["unlimited", {
          readonly per_second: number;
          readonly burst: number;
        }]>;
      } | null;
      /**
       * Format: date-time
       * @description When its last call began; with `usage=true`.
       */
      readonly last_used_at?: string | null;
      /** @description With `usage=true`. */
      readonly usage_30_days?: {
        readonly requests: number;
        /** @description USD, at most 12 decimals. */
        readonly cost_usd: number;
      };
    };
    readonly KeyList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Key"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly RouterTiers: {
      readonly big: string | null;
      readonly medium: string | null;
      readonly small: string | null;
    };
    readonly TierInForce: {
      readonly model: string | null;
      /** @description Why the tier gives no model now. */
      readonly reason: string | null;
    };
    readonly Router: {
      /** @example rtr_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      readonly name: string;
      /** @enum {string} */
      readonly origin: "default" | "from_code" | "custom";
      /** @example From your code */
      readonly label: string;
      readonly auto: boolean;
      readonly anchor_model: string | null;
      readonly tiers: components["schemas"]["RouterTiers"];
      /** @description What the tiers give now: an anchored router's empty ones follow the auto router, and models drop out by policy, by the ceiling of the anchor and without an account at their provider. */
      readonly in_force: {
        readonly big: components["schemas"]["TierInForce"];
        readonly medium: components["schemas"]["TierInForce"];
        readonly small: components["schemas"]["TierInForce"];
      };
      /** @description Complexity (0–1) above which Big answers. */
      readonly threshold: number | null;
      /** @description What the record of the router speaks for; in force while automatic updates are on and `threshold` is null, for the models of Big and Medium that it is of. */
      readonly record_threshold: number | null;
      /** @description What the record showed when it moved the threshold, with its figures. */
      readonly record_reason: string | null;
      /** @description `outage`: when the provider fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked. */
      readonly fallback: {
        readonly on: readonly "outage"[];
      };
      readonly threshold_in_force: {
        readonly value: number;
        /** @enum {string} */
        readonly source: "router" | "record" | "default";
      };
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
    };
    readonly ListedRouter: {
      /** @example rtr_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      readonly name: string;
      /** @enum {string} */
      readonly origin: "default" | "from_code" | "custom";
      /** @example From your code */
      readonly label: string;
      readonly auto: boolean;
      readonly anchor_model: string | null;
      readonly tiers: components["schemas"]["RouterTiers"];
      /** @description What the tiers give now: an anchored router's empty ones follow the auto router, and models drop out by policy, by the ceiling of the anchor and without an account at their provider. */
      readonly in_force: {
        readonly big: components["schemas"]["TierInForce"];
        readonly medium: components["schemas"]["TierInForce"];
        readonly small: components["schemas"]["TierInForce"];
      };
      /** @description Complexity (0–1) above which Big answers. */
      readonly threshold: number | null;
      /** @description What the record of the router speaks for; in force while automatic updates are on and `threshold` is null, for the models of Big and Medium that it is of. */
      readonly record_threshold: number | null;
      /** @description What the record showed when it moved the threshold, with its figures. */
      readonly record_reason: string | null;
      /** @description `outage`: when the provider fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked. */
      readonly fallback: {
        readonly on: readonly "outage"[];
      };
      readonly threshold_in_force: {
        readonly value: number;
        /** @enum {string} */
        readonly source: "router" | "record" | "default";
      };
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
      /** @description The `ETag` of the router, quotes included, for `If-Match`. */
      readonly etag: string;
    };
    readonly ListedRouterList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["ListedRouter"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly RouterPreview: {
      /** @enum {string} */
      readonly object: "route.decision";
      /** @example dec_01k… */
      readonly id?: string;
      /** @description False when the project has nothing to decide with; then `reason` says why. */
      readonly configured: boolean;
      readonly reason?: string;
      /** @enum {string} */
      readonly tier?: "group" | "group-record" | "strong" | "small" | "pinned" | "fixed" | "default";
      /**
       * @description As a caller would write it.
       * @example vendora/claude-sonnet-5-5
       */
      readonly model?: string;
      /** @enum {string} */
      readonly provider?: "provider_a" | "provider_b" | "marketplace" | "hosted" | "endpoint";
      /** @description Absent while a model outside the catalogue has not been called: its router comes with its first call. */
      readonly router_id?: string;
      readonly router_name?: string;
      /** @description Set when the router is anchored on a model of the code. */
      readonly anchor_model?: string;
      readonly group?: {
        readonly id?: string;
        readonly name?: string;
      };
      /** @enum {string} */
      readonly kind?: "conversation" | "machine";
      readonly task?: string;
      readonly complexity?: number;
      /** @description Above it Big answers a machine task. */
      readonly threshold?: number;
      /** @enum {string} */
      readonly thinking?: "off" | "default";
      readonly cascade?: {
        readonly first_model?: string;
      };
      readonly session?: {
        readonly id?: string;
        /** Format: date-time */
        readonly pinned_until?: string;
      };
      readonly reasons?: readonly string[];
      /** @description What would be held while such a call runs; absent where no price is known. */
      readonly estimate_usd?: number;
    };
    readonly RouterVersion: {
      /** @example ver_3 */
      readonly id: string;
      readonly number: number;
      /** @description `operator`, an admin token's id, `api` (the first call that named the model) `gateway` (made with its project) or `automatic-updates` (the record was followed). */
      readonly who: string;
      readonly who_name: string | null;
      /** Format: date-time */
      readonly when: string;
      readonly name: string;
      readonly auto: boolean;
      /** @description Complexity (0–1) above which Big answers. */
      readonly threshold: number | null;
      /** @description What the record of the router speaks for; in force while automatic updates are on and `threshold` is null, for the models of Big and Medium that it is of. */
      readonly record_threshold: number | null;
      /** @description What the record showed when it moved the threshold, with its figures. */
      readonly record_reason: string | null;
      /** @description `outage`: when the provider fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked. */
      readonly fallback: {
        readonly on: readonly "outage"[];
      };
      readonly tiers: components["schemas"]["RouterTiers"];
    };
    readonly RouterVersionList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["RouterVersion"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly RecordEvidence: {
      readonly model: string;
      readonly judged: number;
      readonly succeeded: number;
      /** @description From 0 to 1. */
      readonly rate: number;
      /** @description The 95 % interval of the rate. */
      readonly rate_low: number;
      readonly rate_high: number;
      /** @description For the group's own mix of input and output. */
      readonly usd_per_million_tokens: number;
    };
    readonly Evidence: {
      /**
       * @description The recommended model is as good within 3 points and cheaper; it is better; too little of the current one was judged; the current one fails by itself (its interval lies below 90 %).
       * @enum {string}
       */
      readonly finding: "as_good" | "better" | "alone" | "fails";
      readonly recommended: components["schemas"]["RecordEvidence"];
      readonly current: components["schemas"]["RecordEvidence"];
      readonly best: {
        readonly model: string;
        readonly judged: number;
        readonly rate: number;
      };
      /** @description Success of the recommended model less that of the current one, in percentage points, with its 95 % interval; null where one of both was not judged. */
      readonly success_difference: {
        readonly points: number;
        readonly low: number;
        readonly high: number;
      } | null;
      /** @description Negative: cheaper. */
      readonly price_difference_percent: number | null;
      readonly traffic: {
        readonly days: number;
        readonly calls: number;
        readonly input_tokens: number;
        readonly output_tokens: number;
      };
      /** @description Of a threshold alone: which tasks would change sides, and of how many groups they are. */
      readonly difficulty?: {
        readonly above: number;
        readonly up_to: number;
        readonly groups: number;
      };
    };
    readonly Recommendation: {
      /** @example rec_… */
      readonly id: string;
      /** @enum {string} */
      readonly kind: "group_model" | "group_tier" | "router_threshold";
      /** @description Null for a threshold. */
      readonly group: {
        /** @example grp_… */
        readonly id: string;
        readonly name: string;
      } | null;
      /** @description Whose threshold it is, or that decided most calls of the group. */
      readonly router: {
        /** @example rtr_… */
        readonly id: string;
        readonly name: string;
      } | null;
      /** @description What serves the group now; of a threshold, the tasks that would change sides. */
      readonly current_model: string;
      readonly recommended_model: string;
      /**
       * @description Null where the model is none of the router's.
       * @enum {string|null}
       */
      readonly current_tier: "big" | "medium" | "small" | null;
      /**
       * @description Null where the model is none of the router's.
       * @enum {string|null}
       */
      readonly recommended_tier: "big" | "medium" | "small" | null;
      /** @description Null for a group. */
      readonly current_threshold: number | null;
      /** @description Null for a group. */
      readonly recommended_threshold: number | null;
      /** @description What the record shows, in one sentence. */
      readonly reason: string;
      readonly evidence: components["schemas"]["Evidence"];
      /** @description What the tokens of the last 30 days, of the group or of the tasks that would change sides, would have cost less; negative when the recommended model is dearer. */
      readonly estimated_monthly_saving_usd: number;
      /** @enum {string} */
      readonly status: "open" | "approved" | "dismissed";
    };
    readonly Model: {
      /** @example vendora/claude-sonnet-5-5 */
      readonly id: string;
      /** @enum {string} */
      readonly kind: "chat" | "responses-only" | "embedding";
      /** @enum {string} */
      readonly provider: "provider_a" | "provider_b" | "marketplace" | "hosted";
      readonly lab: string;
      readonly chinese_lab: boolean;
      readonly status: string;
      /**
       * @description `reported`: it costs what the marketplace reports.
       * @enum {string}
       */
      readonly price_basis: "catalogue" | "reported";
      readonly prices_usd_per_million_tokens: {
        /** @description USD for a million tokens. */
        readonly input: number | null;
        /** @description USD for a million tokens. */
        readonly output: number | null;
        /** @description USD for a million tokens. */
        readonly cache_read: number | null;
        /** @description USD for a million tokens. */
        readonly cache_write_5m: number | null;
        /** @description USD for a million tokens. */
        readonly cache_write_1h: number | null;
        /** @description Prices of requests with a larger input, for all their tokens. */
        readonly tiers: readonly ({
            readonly input_tokens_above: number;
            /** @description USD for a million tokens. */
            readonly input: number | null;
            /** @description USD for a million tokens. */
            readonly output: number | null;
            /** @description USD for a million tokens. */
            readonly cache_read: number | null;
            /** @description USD for a million tokens. */
            readonly cache_write_5m: number | null;
            /** @description USD for a million tokens. */
            readonly cache_write_1h: number | null;
          })[];
        readonly batch_multiplier: number | null;
        readonly fast_multiplier: number | null;
      };
      readonly context_window: number;
      readonly max_output: number;
      readonly reasoning: {
        /** @enum {string} */
        readonly kind: "none" | "switch" | "effort" | "always" | "fixed";
        readonly can_be_off: boolean;
        readonly efforts: readonly string[];
      };
      readonly capabilities: {
        readonly vision: boolean;
        readonly pdf: boolean;
        readonly tools: boolean;
        readonly json_schema: boolean;
      };
      readonly surfaces: readonly string[];
      /** @description Of a model that runs only on the Responses API: the chat model to name on chat. */
      readonly use_instead: string | null;
    };
    readonly ModelList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Model"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly RecommendationList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Recommendation"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
      readonly models?: components["schemas"]["ModelList"];
    };
    readonly RouterDetail: {
      /** @example rtr_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      readonly name: string;
      /** @enum {string} */
      readonly origin: "default" | "from_code" | "custom";
      /** @example From your code */
      readonly label: string;
      readonly auto: boolean;
      readonly anchor_model: string | null;
      readonly tiers: components["schemas"]["RouterTiers"];
      /** @description What the tiers give now: an anchored router's empty ones follow the auto router, and models drop out by policy, by the ceiling of the anchor and without an account at their provider. */
      readonly in_force: {
        readonly big: components["schemas"]["TierInForce"];
        readonly medium: components["schemas"]["TierInForce"];
        readonly small: components["schemas"]["TierInForce"];
      };
      /** @description Complexity (0–1) above which Big answers. */
      readonly threshold: number | null;
      /** @description What the record of the router speaks for; in force while automatic updates are on and `threshold` is null, for the models of Big and Medium that it is of. */
      readonly record_threshold: number | null;
      /** @description What the record showed when it moved the threshold, with its figures. */
      readonly record_reason: string | null;
      /** @description `outage`: when the provider fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked. */
      readonly fallback: {
        readonly on: readonly "outage"[];
      };
      readonly threshold_in_force: {
        readonly value: number;
        /** @enum {string} */
        readonly source: "router" | "record" | "default";
      };
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
      readonly versions?: components["schemas"]["RouterVersionList"];
      readonly recommendations?: components["schemas"]["RecommendationList"];
      readonly models?: components["schemas"]["ModelList"];
    };
    readonly ModelRecord: {
      readonly model: string;
      readonly judged: number;
      readonly succeeded: number;
      readonly rate: number;
      /** @description The 95 % interval of the rate (Wilson). */
      readonly rate_low: number;
      readonly rate_high: number;
    };
    readonly TaskGroup: {
      /** @example grp_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      /** @example Classify the customer message into exactly one of these intents */
      readonly name: string;
      /** @example classification */
      readonly task: string;
      /** @description What its requests are recognized by, as an opaque text. */
      readonly fingerprint: string;
      /** @example openai/gpt-oss-120b */
      readonly assigned_model: string | null;
      /**
       * @description The group that its requests were in before they turned out to be a task of their own. It began with the model that was assigned to that group; since then each has its own.
       * @example grp_…
       */
      readonly split_from: string | null;
      /** @description Ids of the groups that were split from it, oldest first. */
      readonly split_into: readonly string[];
      /** @description Requests that ever went to this group, those of batches among them. */
      readonly requests: number;
      /** @description What those were billed, all attempts; USD. */
      readonly spend_usd: number;
      /** @description Judged tasks by model, within the record window. */
      readonly records: readonly components["schemas"]["ModelRecord"][];
      readonly cascade: ({
        /** @enum {string} */
        readonly state: "active" | "stopped" | "probing";
        /** @description Cascaded calls that the guardrail remembers. */
        readonly cascaded: number;
        readonly escalated: number;
        /** Format: date-time */
        readonly stopped_until: string | null;
      }) | null;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly TaskGroupList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["TaskGroup"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly Endpoint: {
      /** @example end_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      /** @example llama3:8b */
      readonly model: string;
      /** @example https://models.example.com/v1 */
      readonly base_url: string;
      readonly upstream_model: string | null;
      readonly has_api_key: boolean;
      /** @description Their names; values are never shown. */
      readonly headers: readonly string[];
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly EndpointList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Endpoint"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly Alerts: {
      /** @example https://example.com/hooks/gateway */
      readonly url: string;
      /** @description USD, at most 12 decimals. */
      readonly balance_below_usd: number | null;
      readonly events: readonly ("balance_below" | "limit_50" | "limit_80" | "limit_100" | "card_declined" | "provider_down" | "ledger_difference" | "recommendation" | "batch_ended")[];
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
    };
    readonly AlertsDeleted: {
      readonly deleted: boolean;
    };
    readonly AlertDelivery: {
      /** @example alt_… */
      readonly id: string;
      /** @enum {string} */
      readonly event: "balance_below" | "limit_50" | "limit_80" | "limit_100" | "card_declined" | "provider_down" | "ledger_difference" | "recommendation" | "batch_ended" | "test";
      /** Format: date-time */
      readonly created_at: string;
      /** @enum {string} */
      readonly status: "pending" | "delivered" | "failed";
      readonly attempts: number;
      /** @description What the address answered last; null: nothing. */
      readonly response_status: number | null;
      /** @example the address answered 500 */
      readonly error: string | null;
      /** Format: date-time */
      readonly last_attempt_at: string | null;
      /** Format: date-time */
      readonly delivered_at: string | null;
      /** Format: date-time */
      readonly next_attempt_at: string | null;
      /** @description The body of the post. */
      readonly body: {
        [key: string]: unknown;
      };
    };
    readonly AlertDeliveryList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["AlertDelivery"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly AlertSecret: {
      /** @example als_… */
      readonly secret: string;
    };
    readonly ModelAlias: {
      /** @example fast */
      readonly alias: string;
      /** @example vendorb/gpt-… */
      readonly model: string;
    };
    readonly ModelAliasList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["ModelAlias"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly ProviderKey: {
      /** @example provider_a */
      readonly provider: string;
      /** Format: date-time */
      readonly created_at: string;
      readonly fall_back_to_system: boolean;
    };
    readonly ProviderKeyList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["ProviderKey"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly CallbackSecret: {
      /** @example cbs_… */
      readonly callback_secret: string;
    };
    readonly Call: {
      /** @example call_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @enum {string} */
      readonly surface: "chat" | "responses" | "messages" | "embeddings" | "batch";
      readonly stream: boolean;
      /** @description What the caller saw; 499 for a caller that left. */
      readonly status: number;
      /** @example key_… */
      readonly key_id: string;
      readonly tier: string | null;
      readonly router_id: string | null;
      readonly group_id: string | null;
      /**
       * @description Null for live calls.
       * @example batch_…
       */
      readonly batch_id: string | null;
      readonly requested_model: string;
      readonly decided_model: string | null;
      readonly served_model: string | null;
      /** @description More than 1 for a batch, which has one row a model. */
      readonly requests: number;
      readonly usage: {
        /** @description Neither read from a cache nor written to one. */
        readonly input_tokens: number;
        readonly output_tokens: number;
        readonly cache_read_tokens?: number;
        readonly cache_write_5m_tokens?: number;
        readonly cache_write_1h_tokens?: number;
        /** @description Part of `output_tokens`. */
        readonly reasoning_tokens?: number;
        readonly web_search_requests?: number;
        readonly served_fast?: boolean;
        /** @description The provider reported none: counted from the texts. */
        readonly estimated?: boolean;
      } | null;
      /** @description USD, at most 12 decimals. */
      readonly cost_usd: number | null;
      /** @description USD, at most 12 decimals. */
      readonly billed_usd: number;
      readonly reasons: readonly string[];
      /**
       * @description `hit`: the answer was in the exact cache (`x-svc-cache`), and no model was asked.
       * @enum {string|null}
       */
      readonly cache: "hit" | null;
      /** @description What a router's decision went by; null where no router decided, and of older calls. */
      readonly decided_by: ({
        /** @enum {string} */
        readonly kind: "conversation" | "machine";
        /** @description 0 to 1; conversations are not scored. */
        readonly complexity: number | null;
        /** @description Of the router: harder than it counts as hard. */
        readonly threshold: number;
        /** @description Models that could have served, the chosen one first. */
        readonly considered: readonly string[];
      }) | null;
      readonly attempts: readonly components["schemas"]["Attempt"][];
      readonly timings: {
        readonly gateway_ms: number;
        readonly upstream_ms: number;
        readonly first_byte_ms: number | null;
      };
      readonly trace_id: string | null;
      /**
       * @description The `id` of the answer as the caller saw it; null for embeddings, batches and errors.
       * @example chatcmpl-…
       */
      readonly response_id: string | null;
      /** @description What the caller said in `x-svc-tags`; empty where he said nothing. */
      readonly tags: readonly string[];
      /** @description Whom the call is for: `x-svc-user`, or what the body says (`user`, `safety_identifier`; `metadata.user_id` of a Messages body). */
      readonly end_user: string | null;
      readonly session_id: string | null;
      /** @description Of an OpenAI body, as it was sent. */
      readonly metadata: {
        [key: string]: string;
      } | null;
      /**
       * @description `Console` for calls of the playground.
       * @example production
       */
      readonly key_name: string | null;
      /** @description Null also for a router that was deleted. */
      readonly router_name: string | null;
      readonly group_name: string | null;
    };
    readonly CallList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Call"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly HourOfCalls: {
      /**
       * Format: date-time
       * @description Its beginning, in UTC.
       */
      readonly hour: string;
      readonly calls: number;
      /** @description Those of them whose status is 400 or more. */
      readonly errors: number;
    };
    readonly CallsHistogram: {
      /** @enum {string} */
      readonly object: "calls.histogram";
      /** Format: date-time */
      readonly from: string;
      /** Format: date-time */
      readonly to: string;
      readonly data: readonly components["schemas"]["HourOfCalls"][];
    };
    readonly CallDetail: {
      /** @example call_… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @enum {string} */
      readonly surface: "chat" | "responses" | "messages" | "embeddings" | "batch";
      readonly stream: boolean;
      /** @description What the caller saw; 499 for a caller that left. */
      readonly status: number;
      /** @example key_… */
      readonly key_id: string;
      readonly tier: string | null;
      readonly router_id: string | null;
      readonly group_id: string | null;
      /**
       * @description Null for live calls.
       * @example batch_…
       */
      readonly batch_id: string | null;
      readonly requested_model: string;
      readonly decided_model: string | null;
      readonly served_model: string | null;
      /** @description More than 1 for a batch, which has one row a model. */
      readonly requests: number;
      readonly usage: {
        /** @description Neither read from a cache nor written to one. */
        readonly input_tokens: number;
        readonly output_tokens: number;
        readonly cache_read_tokens?: number;
        readonly cache_write_5m_tokens?: number;
        readonly cache_write_1h_tokens?: number;
        /** @description Part of `output_tokens`. */
        readonly reasoning_tokens?: number;
        readonly web_search_requests?: number;
        readonly served_fast?: boolean;
        /** @description The provider reported none: counted from the texts. */
        readonly estimated?: boolean;
      } | null;
      /** @description USD, at most 12 decimals. */
      readonly cost_usd: number | null;
      /** @description USD, at most 12 decimals. */
      readonly billed_usd: number;
      readonly reasons: readonly string[];
      /**
       * @description `hit`: the answer was in the exact cache (`x-svc-cache`), and no model was asked.
       * @enum {string|null}
       */
      readonly cache: "hit" | null;
      /** @description What a router's decision went by; null where no router decided, and of older calls. */
      readonly decided_by: ({
        /** @enum {string} */
        readonly kind: "conversation" | "machine";
        /** @description 0 to 1; conversations are not scored. */
        readonly complexity: number | null;
        /** @description Of the router: harder than it counts as hard. */
        readonly threshold: number;
        /** @description Models that could have served, the chosen one first. */
        readonly considered: readonly string[];
      }) | null;
      readonly attempts: readonly components["schemas"]["Attempt"][];
      readonly timings: {
        readonly gateway_ms: number;
        readonly upstream_ms: number;
        readonly first_byte_ms: number | null;
      };
      readonly trace_id: string | null;
      /**
       * @description The `id` of the answer as the caller saw it; null for embeddings, batches and errors.
       * @example chatcmpl-…
       */
      readonly response_id: string | null;
      /** @description What the caller said in `x-svc-tags`; empty where he said nothing. */
      readonly tags: readonly string[];
      /** @description Whom the call is for: `x-svc-user`, or what the body says (`user`, `safety_identifier`; `metadata.user_id` of a Messages body). */
      readonly end_user: string | null;
      readonly session_id: string | null;
      /** @description Of an OpenAI body, as it was sent. */
      readonly metadata: {
        [key: string]: string;
      } | null;
      /**
       * @description `Console` for calls of the playground.
       * @example production
       */
      readonly key_name: string | null;
      /** @description Null also for a router that was deleted. */
      readonly router_name: string | null;
      readonly group_name: string | null;
      readonly content?: {
        /** @enum {string} */
        readonly object: "call.content";
        /** @example call_… */
        readonly call_id: string;
        /** @description What the caller sent: JSON, unless it was cut. */
        readonly request: string;
        /** @description What the caller got: JSON, unless it was cut. Of a stream the whole answer that its events make. */
        readonly response: string;
        /** @description As it was sent. */
        readonly request_bytes: number;
        /** @description As it was sent. */
        readonly response_bytes: number;
        /** @description There was more than is kept. */
        readonly request_cut: boolean;
        readonly response_cut: boolean;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
      } | null;
    };
    readonly CallContent: {
      /** @enum {string} */
      readonly object: "call.content";
      /** @example call_… */
      readonly call_id: string;
      /** @description What the caller sent: JSON, unless it was cut. */
      readonly request: string;
      /** @description What the caller got: JSON, unless it was cut. Of a stream the whole answer that its events make. */
      readonly response: string;
      /** @description As it was sent. */
      readonly request_bytes: number;
      /** @description As it was sent. */
      readonly response_bytes: number;
      /** @description There was more than is kept. */
      readonly request_cut: boolean;
      readonly response_cut: boolean;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly expires_at: string;
    };
    readonly Refusal: {
      /** @example ref_… */
      readonly id: string;
      /** Format: date-time */
      readonly created_at: string;
      /** @example key_… */
      readonly key_id: string;
      /** @example production */
      readonly key_name: string | null;
      /** @description 400, 401, 402, 403 or 429. */
      readonly status: number;
      /** @example rate_limited */
      readonly code: string;
      /** @description Of the answer, without what it quoted of the request: `"…"` stands for that. */
      readonly message: string;
      /** @description As the caller wrote it; null when it was refused before that was read. */
      readonly model: string | null;
      /** @enum {string} */
      readonly surface: "chat" | "responses" | "messages" | "embeddings" | "batch" | "decision" | "models" | "traces" | "feedback" | "account";
    };
    readonly RefusalCount: {
      /** @example key_… */
      readonly key_id: string;
      /** @example rate_limited */
      readonly code: string;
      /**
       * Format: date-time
       * @description Its beginning, in UTC.
       */
      readonly minute: string;
      readonly count: number;
    };
    readonly Refusals: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Refusal"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
      /** @description By key, code and minute, newest minute first. */
      readonly counts: readonly components["schemas"]["RefusalCount"][];
      /** @description There are more than 10,000 counts in the period: ask for the older ones with `to`. */
      readonly counts_have_more: boolean;
    };
    readonly BatchPortion: {
      /** @enum {string} */
      readonly provider: "provider_a" | "provider_b" | "hosted";
      /** @enum {string} */
      readonly status: "in_progress" | "canceling" | "ended" | "failed";
      readonly request_count: number;
      /** @description As the provider counts while it runs; as the results say once the batch has ended. */
      readonly succeeded_count: number;
      readonly errored_count: number;
      readonly canceled_count: number;
      readonly expired_count: number;
      /**
       * @description It is on a key of the project's own, and costs nothing here; absent of others.
       * @enum {string}
       */
      readonly billed_to?: "own-key";
      /** @description The provider's error, when it refused the portion. */
      readonly error?: {
        readonly message: string;
        readonly status?: number;
      };
    };
    readonly Batch: {
      /** @example batch_01hf… */
      readonly id: string;
      /** @example prj_… */
      readonly project_id: string;
      /** @example key_… */
      readonly key_id: string;
      /** @description One entry a portion, at most 25,000 requests each. */
      readonly providers: readonly components["schemas"]["BatchPortion"][];
      /** @enum {string} */
      readonly object: "batch";
      /**
       * @description `failed`: it never reached its providers and was refunded; `error` says what to do.
       * @enum {string}
       */
      readonly status: "in_progress" | "canceling" | "ended" | "failed";
      readonly request_count: number;
      readonly succeeded_count: number;
      readonly errored_count: number;
      /** @description When there are any. */
      readonly canceled_count?: number;
      /** @description When there are any. */
      readonly expired_count?: number;
      /** @description What was estimated at submission. */
      readonly estimate_usd: number;
      /** @description What was billed; once it has ended. */
      readonly cost_usd?: number;
      /**
       * Format: date-time
       * @description RFC 3339.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description Once it has ended.
       */
      readonly ended_at?: string;
      /** @description Absolute; once results are there. */
      readonly results_url?: string;
      readonly error?: {
        readonly message: string;
      };
    };
    readonly BatchList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Batch"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly BatchResult: {
      [key: string]: unknown;
    };
    readonly UsageRow: {
      readonly requests: number;
      readonly input_tokens: number;
      readonly output_tokens: number;
      /** @description USD, at most 12 decimals. */
      readonly cost_usd: number;
      /** @description Of a report by one grouping. */
      readonly key?: string;
      /** @description Of a report by two: a key of each. */
      readonly keys?: readonly string[];
      /** @description Of a report by key, router, group or project alone. */
      readonly name?: string | null;
    };
    readonly UsageReport: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["UsageRow"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
      readonly total: {
        readonly requests: number;
        readonly input_tokens: number;
        readonly output_tokens: number;
        /** @description USD, at most 12 decimals. */
        readonly cost_usd: number;
      };
      /** @description Of a report by two: names of keys, routers, groups and projects, by their ids. */
      readonly names?: {
        [key: string]: string;
      };
    };
    readonly UsageCheck: {
      /** @enum {string} */
      readonly object: "usage.check";
      /** @description All are the same, to the last decimal. */
      readonly ok: boolean;
      /** Format: date-time */
      readonly from: string;
      /** Format: date-time */
      readonly to: string;
      /** @description What the usage of the period says was billed. */
      readonly usage_usd: number;
      /** @description What the ledger took for the same calls and batches. */
      readonly ledger_usd: number;
      /** @description USD, at most 12 decimals. */
      readonly difference_usd: number;
      /** @description Movements on the ledger that were added up. */
      readonly entries: number;
      /** @description What the rows of each grouping sum to, by days and hours of `tz` too; tags apart, of which a call may have many. */
      readonly cuts: readonly {
          /** @example model */
          readonly group_by: string;
          /** @description USD, at most 12 decimals. */
          readonly usage_usd: number;
          /** @description USD, at most 12 decimals. */
          readonly difference_usd: number;
        }[];
    };
    readonly Trace: {
      readonly trace_id: string;
      /** @description Of the root; of the earliest span while there is none. */
      readonly root_name: string;
      readonly service: string | null;
      /**
       * Format: date-time
       * @description Up to nanoseconds.
       */
      readonly started_at: string;
      /** @description Milliseconds. */
      readonly duration_ms: number;
      readonly span_count: number;
      readonly models: readonly string[];
      /** @description The larger of what the caller's spans sum up to and what the gateway metered. */
      readonly input_tokens: number;
      readonly output_tokens: number;
      /** @description USD; null when no span tells a cost. */
      readonly cost_usd: number | null;
      /** @enum {string} */
      readonly status: "unset" | "ok" | "error";
    };
    readonly TraceList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["Trace"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly Span: {
      readonly span_id: string;
      readonly parent_span_id: string | null;
      readonly name: string;
      /** @enum {string} */
      readonly kind: "unspecified" | "internal" | "server" | "client" | "producer" | "consumer";
      /**
       * Format: date-time
       * @description Up to nanoseconds.
       */
      readonly started_at: string;
      /**
       * Format: date-time
       * @description Up to nanoseconds.
       */
      readonly ended_at: string;
      /** @description Milliseconds. */
      readonly duration_ms: number;
      readonly service: string | null;
      readonly model: string | null;
      readonly input_tokens: number | null;
      readonly output_tokens: number | null;
      /** @description USD; null when no span tells a cost. */
      readonly cost_usd: number | null;
      readonly attributes: {
        [key: string]: unknown;
      };
      readonly events: readonly {
          /**
           * Format: date-time
           * @description Up to nanoseconds.
           */
          readonly time: string;
          readonly name: string;
          readonly attributes: {
            [key: string]: unknown;
          };
        }[];
      readonly links: readonly {
          readonly trace_id: string;
          readonly span_id: string;
          readonly attributes: {
            [key: string]: unknown;
          };
        }[];
      readonly status: {
        /** @enum {string} */
        readonly code: "unset" | "ok" | "error";
        readonly message: string | null;
      };
      readonly scope: {
        readonly name: string;
        readonly version: string;
      } | null;
      readonly resource: {
        [key: string]: unknown;
      };
    };
    readonly TraceDetail: {
      readonly trace_id: string;
      /** @description There are more spans than are shown. */
      readonly truncated: boolean;
      readonly spans: readonly components["schemas"]["Span"][];
      readonly calls: readonly components["schemas"]["Call"][];
      /** @description Of the root; of the earliest span while there is none. */
      readonly root_name?: string;
      readonly service?: string | null;
      /**
       * Format: date-time
       * @description Up to nanoseconds.
       */
      readonly started_at?: string;
      /** @description Milliseconds. */
      readonly duration_ms?: number;
      readonly span_count?: number;
      readonly models?: readonly string[];
      /** @description The larger of what the caller's spans sum up to and what the gateway metered. */
      readonly input_tokens?: number;
      readonly output_tokens?: number;
      /** @description USD; null when no span tells a cost. */
      readonly cost_usd?: number | null;
      /** @enum {string} */
      readonly status?: "unset" | "ok" | "error";
    };
    readonly Sweep: {
      /** @description Batches that were brought up to date. */
      readonly batches_refreshed: number;
      /** @description Batches whose submission had crashed. */
      readonly batches_failed: number;
      /** @description Batches whose results had reached their age. */
      readonly results_purged: number;
      /** @description Uploaded objects of 48 hours ago. */
      readonly uploads_purged: number;
      /** @description Session pins that had ended. */
      readonly pins_purged: number;
      /** @description Traces past their retention. */
      readonly traces_purged: number;
      /** @description Hourly charges that were paid. */
      readonly charges: number;
      /**
       * @description Whether every balance is the sum of its ledger; `running_elsewhere`: another process is checking it.
       * @enum {string}
       */
      readonly ledger_check: "ok" | "differences" | "running_elsewhere" | "failed";
    };
    readonly BroughtBack: {
      /**
       * @description The newest archived file, which is gone.
       * @example ledger/000000000001-1c0ffee2badcafe0.jsonl.gz
       */
      readonly file: string;
      /** @description Entries of it that are on the ledger again. */
      readonly entries: number;
      /** @description Files that are still archived. */
      readonly files_left: number;
    };
    readonly AuditEntry: {
      /** @example aud_17 */
      readonly id: string;
      /** Format: date-time */
      readonly created_at: string;
      /**
       * @description `operator`, or an admin token's id.
       * @example operator
       */
      readonly who: string;
      readonly who_name: string | null;
      /** @example req_… */
      readonly request_id: string;
      /** @example project.change */
      readonly action: string;
      readonly target: {
        /** @example project */
        readonly type: string;
        /** @example prj_… */
        readonly id: string;
      };
      /** @example org_… */
      readonly organization_id: string;
      /** @example prj_… */
      readonly project_id: string | null;
      /** @description Null for what was created; of what was changed only the members that differ. */
      readonly before: {
        [key: string]: unknown;
      } | null;
      /** @description Null for what was deleted. */
      readonly after: {
        [key: string]: unknown;
      } | null;
    };
    readonly AuditEntryList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["AuditEntry"][];
      readonly has_more: boolean;
      readonly first_id: string | null;
      readonly last_id: string | null;
    };
    readonly Judge: {
      /** @enum {string} */
      readonly object: "judge";
      /** @description Null: no judge model is set. */
      readonly model: string | null;
      readonly sample_rate: number;
      /** @description USD, at most 12 decimals. */
      readonly daily_budget_usd: number;
      /** @description Of today (UTC), less what is held for questions on their way. */
      readonly budget_left_usd: number;
      /** @description The last 30 days with questions, newest first. */
      readonly days: readonly {
          /** Format: date */
          readonly day: string;
          /** @description USD, at most 12 decimals. */
          readonly spent_usd: number;
          /** @description USD, at most 12 decimals. */
          readonly held_usd: number;
          readonly verdicts: {
            readonly success: number;
            readonly failure: number;
            /** @description Questions without a readable verdict. */
            readonly none: number;
          };
        }[];
    };
    readonly Status: {
      /** @enum {string} */
      readonly object: "status";
      /** @example 1.0.0 */
      readonly version: string;
      /** @description Of the process that answers. */
      readonly uptime_s: number;
      /** @description Those that share the database and have had to do with money; a dead one is gone after 15 s. */
      readonly processes: readonly {
          /** @example prc_… */
          readonly id: string;
          readonly self: boolean;
        }[];
      readonly database: {
        /** @enum {string} */
        readonly state: "up" | "down";
        /** @example 18.1 */
        readonly version: string | null;
        readonly latency_ms: number | null;
        /** @description Whether changes of other processes reach this one. */
        readonly changes_heard: boolean;
      };
      readonly queue: {
        /** @enum {string} */
        readonly kind: "redis" | "process";
        /** @enum {string} */
        readonly state: "up" | "down";
      };
      readonly traces: {
        /** @enum {string} */
        readonly store: "postgres" | "clickhouse";
        /** @enum {string} */
        readonly state: "up" | "down";
      };
      readonly providers: readonly ({
          /** @enum {string} */
          readonly provider: "provider_a" | "provider_b" | "marketplace" | "hosted";
          /** @description Whether there is an account. */
          readonly configured: boolean;
          readonly simulated: boolean;
        })[];
    };
    readonly ProviderAccount: {
      /** @enum {string} */
      readonly provider: "provider_a" | "provider_b" | "marketplace" | "hosted";
      /** @example default */
      readonly name: string;
      /**
       * @description `out`: other accounts are asked instead; `probing`: one call tries whether it is back. When all are out, the one that is back soonest is asked.
       * @enum {string}
       */
      readonly state: "healthy" | "out" | "probing";
      /**
       * Format: date-time
       * @description From then on one call at a time tries it.
       */
      readonly out_until: string | null;
      /** @enum {string|null} */
      readonly reason: "unauthorized" | "forbidden" | "out_of_quota" | "rate_limited" | "overloaded" | null;
      /** @description Its part of the calls, against the weights of the others. */
      readonly weight: number;
    };
    readonly ProviderAccountList: {
      /** @enum {string} */
      readonly object: "list";
      readonly data: readonly components["schemas"]["ProviderAccount"][];
    };
    readonly SimulatorFaults: {
      /** @enum {string} */
      readonly object: "simulator_faults";
      /** @example vendora/*=529@0.2 */
      readonly faults: string;
    };
    readonly HourOfOverview: {
      /**
       * Format: date-time
       * @description Its beginning, in UTC.
       */
      readonly hour: string;
      readonly calls: number;
      /** @description Those of them whose status is 400 or more. */
      readonly errors: number;
      /** @description What was billed, of batches too. */
      readonly cost_usd: number;
    };
    readonly Overview: {
      /** @enum {string} */
      readonly object: "overview";
      /** Format: date-time */
      readonly from: string;
      /** Format: date-time */
      readonly to: string;
      /** @description Oldest first; hours without calls are left out. */
      readonly hours: readonly components["schemas"]["HourOfOverview"][];
      /**
       * Format: date-time
       * @description Of all times; null when none was ever made.
       */
      readonly last_call_at: string | null;
      readonly recommendations_open: number;
      readonly organization: components["schemas"]["Organization"];
    };
    readonly ConsoleSession: {
      /** @enum {string} */
      readonly object: "console_session";
      /** @enum {string} */
      readonly scope: "operator" | "organization";
      /** @example org_… */
      readonly organization_id: string | null;
      /** Format: date-time */
      readonly expires_at: string;
    };
    readonly EndedConsoleSession: {
      /** @enum {string} */
      readonly object: "console_session";
      readonly deleted: boolean;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}

export type $defs = Record<string, never>;

export type external = Record<string, never>;

export interface operations {

  /** Organizations, newest first; with an organization's token, its own. */
  OrganizationsController_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["OrganizationList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Create an organization. Operator only. */
  OrganizationsController_create: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateOrganization"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Organization"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * One organization with its balance.
   * @description With `include=alerts_etag` also the `ETag` of its alerts, for `If-Match`; there is one while it is told of nothing, too.
   */
  OrganizationsController_get: {
    parameters: {
      query?: {
        /** @description What the answer carries beside its own: `alerts_etag`; several with a comma between. */
        include?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["OrganizationDetail"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Change an organization. `pay_as_you_go`, `rate_limits` and `data_policy` are the operator's. */
  OrganizationsController_change: {
    parameters: {
      header?: {
        /** @description The `ETag` of the read that the change was made for; `*` for any state, as when absent. */
        "If-Match"?: string;
      };
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["ChangeOrganization"];
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["Organization"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: organization_changed (the tag of now is in `error.etag` and `ETag`). */
      412: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Put money on the balance. Operator only. The same credit under the same idempotency_key again moves nothing. */
  OrganizationsController_addCredit: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["AddCredit"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["LedgerRow"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: idempotency_key_reused. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Every movement of money, newest first, with filters.
   * @description As CSV it is everything that passes the filters, unless `limit` is given.
   */
  OrganizationsController_ledger: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description The `first_id` of a page: the adjacent rows that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`. */
        before?: string;
        kind?: "credit" | "usage" | "reservation" | "release" | "settlement" | "reload" | "hourly_charge" | "refund" | "adjustment";
        /** @description The id of a call, batch or payment, or the idempotency key of a credit. */
        reference?: string;
        /** @description RFC 3339 time or date: entries of then or later. */
        from?: string;
        /** @description RFC 3339 time or date: entries of before it. */
        to?: string;
        /** @description Goes before the `Accept` header; JSON when neither says. */
        format?: "json" | "csv";
      };
      header?: {
        /** @description `text/csv` for CSV; `format` goes before it. */
        accept?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["LedgerRowList"];
          readonly "text/csv": string;
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Admin tokens of the organization, without the tokens themselves. */
  OrganizationsController_listTokens: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AdminTokenList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Create an admin token of the organization. `token` is shown only now. */
  OrganizationsController_createToken: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateNamed"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CreatedAdminToken"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Revoke an admin token. */
  OrganizationsController_revokeToken: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Save the card that auto reload and hourly charges use, or replace it. Answers the organization.
   * @description In the sandbox: `pm_sandbox_ok`, `pm_sandbox_declined`. With Stripe: a payment method (`pm_…`) made with Stripe.js. The same card again ends the pause after a decline.
   */
  PaymentsController_save: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["SaveCard"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Organization"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: card_declined. */
      402: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
              /** @description Of a limit that was reached, or is held by what is in flight. */
              readonly limit_usd?: number;
              /** @description Of that limit, in its period. */
              readonly spent_usd?: number;
              /**
               * Format: date-time
               * @description When its period ends. Null: never.
               */
              readonly resets_at?: string | null;
              /** @description What a batch may cost. */
              readonly estimate_usd?: number;
              /** @description What there is for the batch. */
              readonly balance_usd?: number;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, payment_unavailable. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Remove the saved card. Answers the organization. */
  PaymentsController_remove: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Organization"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Proof, from one snapshot, that the balance is the sum of the ledger and that holds add up.
   * @description Sums of entries are carried, and what came since is read. With each check some of the carried entries are read again, longest ago first: all of them of an organization with up to 50,000.
   */
  PaymentsController_check: {
    parameters: {
      query?: {
        /** @description Whether to read all entries and archived files again, and not only some of those that were read long ago: about a second for each million entries, five for each hundred files. */
        full?: "true" | "false";
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["LedgerCheck"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Projects of an organization, newest first. */
  ProjectsController_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ProjectList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Create a project with its default router. */
  ProjectsController_create: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateProject"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Project"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** One project with its permissions. */
  ProjectsController_get: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Project"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Delete a project: its keys stop working, its running batches are canceled (what was done is billed); calls and charges stay. */
  ProjectsController_remove: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Change a project; what is not named stays as it is. A limit holds everywhere within a second, one below what is spent at once (`limit_reached`). */
  ProjectsController_change: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["ChangeProject"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Project"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** API keys of a project with what is left of their limits, without the keys themselves. */
  KeysController_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description Whether to tell when each key was last used, and for how much in the last 30 days. */
        usage?: "true" | "false";
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["KeyList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Create an API key, with a limit, an expiry, a list of models or rate limits. `key` is shown only now. */
  KeysController_create: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateKey"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CreatedKey"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Revoke an API key; it is refused everywhere within a second. */
  KeysController_revoke: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: console_key. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Change an API key: what is not named stays, null takes a bound away. Holds everywhere within a second, a limit below what is spent at once (`limit_reached`). */
  KeysController_change: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["ChangeKey"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Key"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: console_key. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Routers of a project, oldest first. */
  RoutersController_list: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ListedRouterList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Create a router.
   * @description The first router of a project that has none of its own becomes the auto router. With `anchor_model` it is the router that calls naming that model go through, as the first such call would create it: Big is the anchor, Medium and Small follow the auto router where they are not set.
   */
  RoutersController_create: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateRouter"];
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["Router"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_router (every field at fault is in `error.details`), too_many_routers. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only, chinese_models_off. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: router_exists. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * What a router, or a draft of one, would decide about a request.
   * @description By the code that decides calls, with the permissions and task groups of the project; nothing is sent, pinned, counted or kept. A router that is not anchored decides as the auto router does, whatever model the request names.
   */
  RoutersController_preview: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["PreviewDecision"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["RouterPreview"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_router (every field at fault is in `error.details`), too_many_routers. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only, chinese_models_off. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: router_exists. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * One router with its tiers.
   * @description With `include` also its newest versions and what is recommended for it, as their own lists have them, and the catalogue.
   */
  RoutersController_get: {
    parameters: {
      query?: {
        /** @description What the answer carries beside its own: `versions`, `recommendations`, `models`; several with a comma between. */
        include?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["RouterDetail"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Delete a router with its versions.
   * @description The auto mark goes to the oldest other router that is not anchored. A `from_code` router comes back with the next call that names its model, unless the project has no router left: then calls are forwarded as they are.
   */
  RoutersController_remove: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Change a router; members and tiers that are not named stay.
   * @description Each change is a new version. `auto: true` moves the mark from the router that has it. The anchor of a `from_code` router, which is its Big, cannot be changed.
   */
  RoutersController_change: {
    parameters: {
      header?: {
        /** @description The `ETag` of the read that the change was made for; `*` for any state, as when absent. */
        "If-Match"?: string;
      };
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["ChangeRouter"];
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["Router"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_router (every field at fault is in `error.details`), too_many_routers. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only, chinese_models_off. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: router_exists. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: router_changed (the tag of now is in `error.etag` and `ETag`). */
      412: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Every change of a router, newest first: number, who, when, and what it was then. */
  RoutersController_versions: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["RouterVersionList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Make a router what it was: its name, tiers and threshold, as a new version.
   * @description The auto mark stays where it is. Where the record has moved the threshold since, the threshold that was in force then is set, and holds. Models that may not be saved today are refused here too.
   */
  RoutersController_restore: {
    parameters: {
      header?: {
        /** @description The `ETag` of the read that the change was made for; `*` for any state, as when absent. */
        "If-Match"?: string;
      };
      path: {
        id: string;
        /** @description The number of the version. */
        n: number;
      };
    };
    /** @description Nothing is read from it. */
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["Router"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_router (every field at fault is in `error.details`), too_many_routers. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only, chinese_models_off. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: router_exists. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: router_changed (the tag of now is in `error.etag` and `ETag`). */
      412: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Task groups of a project, oldest first.
   * @description A group is one template of machine-shaped requests, listed from its third request on. Conversation makes no groups. Tasks that share a system prompt, or an instruction with other labels, begin as one group; what turns out to be another task becomes a group of its own, with the assigned model of the older one.
   */
  GroupsController_list: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["TaskGroupList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Rename a group, or assign a model to it; members that are not named stay.
   * @description While smart routing is on, an assigned model serves every call of the group (tier `group`), before any record.
   */
  GroupsController_change: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["ChangeGroup"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["TaskGroup"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, unknown_model, unpriced_model, invalid_model, responses_api_only, wrong_surface. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only, chinese_models_off. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Registered endpoints of a project. */
  EndpointsController_list: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["EndpointList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Register an endpoint of your own for a local (`name:tag`) or fine-tuned id. `api_key` and the values of `headers` are never shown again. */
  EndpointsController_register: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateEndpoint"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Endpoint"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_endpoint_model, endpoint_address_refused, endpoint_key_required, too_many_endpoints. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: endpoint_exists. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Delete an endpoint. */
  EndpointsController_remove: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Change an endpoint; members that are not named stay.
   * @description Also the way out when calls answer 500 `endpoint_key_unreadable` (the stored key was encrypted with another `SECRETS_KEY`): set `api_key` (or `headers`) again. A `base_url` on another server needs `api_key` beside it, the new one or null, and `headers` where there are some. A 409 names the other endpoint in `endpoint_id`.
   */
  EndpointsController_change: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["ChangeEndpoint"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Endpoint"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_endpoint_model, endpoint_address_refused, endpoint_key_required, too_many_endpoints. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: endpoint_exists. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Recommendations of a project, newest first.
   * @description While automatic updates are off: for each task group whose record speaks for another model than the one that serves it (`group_tier` where both are models of its router, else `group_model`), and for each router whose record speaks for another threshold (`router_threshold`). Worked out when it is read. While they are on, what would be open is in force, and only what was approved or dismissed is listed. With `include=models` the catalogue comes along, for the prices.
   */
  RecommendationsController_list: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description What the answer carries beside its own: `models`; several with a comma between. */
        include?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["RecommendationList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Assign the recommended model to the group, or set the threshold of the router. Approving again changes nothing. */
  RecommendationsController_approve: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["DecideRecommendation"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Recommendation"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only, chinese_models_off, zero_retention_unavailable. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Dismiss a recommendation; it stays dismissed until its evidence changes. */
  RecommendationsController_dismiss: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["DecideRecommendation"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Recommendation"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: recommendation_approved. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** What an organization is told of, and where; 404 while it is told of nothing. */
  AlertsController_read: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["Alerts"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Where an organization is told of what, by signed posts.
   * @description Each event is told once a window, within seconds: `limit_*` of a key or project once a period, `balance_below` again only after the balance was above, `card_declined` once until a card is taken or saved again, `provider_down` once an outage, `ledger_difference` once a day, the others once. Posts carry `x-svc-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` under the secret of `…/alerts/secret`, and are tried again after 1, 5 and 30 minutes, 2, 6 and 12 hours.
   */
  AlertsController_put: {
    parameters: {
      header?: {
        /** @description The `ETag` of the read that the change was made for; `*` for any state, as when absent. */
        "If-Match"?: string;
      };
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["PutAlerts"];
      };
    };
    responses: {
      200: {
        headers: {
          /** @description The state that was read, for `If-Match`. */
          readonly ETag?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["Alerts"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, alert_url_refused. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: alerts_changed (the tag of now is in `error.etag` and `ETag`). */
      412: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Tell nothing any more, what still waits to be told included. The secret stays. */
  AlertsController_remove: {
    parameters: {
      header?: {
        /** @description The `ETag` of the read that the change was made for; `*` for any state, as when absent. */
        "If-Match"?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AlertsDeleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: alerts_changed (the tag of now is in `error.etag` and `ETag`). */
      412: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Post an event `test` now, once; answers with what came of it. */
  AlertsController_test: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AlertDelivery"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** What was posted, or is to be, newest first; kept for 30 days. */
  AlertsController_deliveries: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AlertDeliveryList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** The secret that signs an organization's alerts; made when it is first read. */
  AlertsController_secret: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AlertSecret"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: signing_secret_unreadable. */
      500: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Make a new secret for alerts; the old one signs nothing from now on. */
  AlertsController_rotate: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AlertSecret"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * A name of your own for a model of the catalogue, good wherever this project's keys name a model.
   * @description Made, or made to stand for another model. The name is 1 to 64 letters, digits, dots, dashes and underscores, and no spelling of a real model id or of `auto`. Calls are decided, checked and billed as if they had named the model; `x-svc-model` names it, and the call log keeps the alias as `requested_model`.
   */
  AliasesController_put: {
    parameters: {
      path: {
        id: string;
        alias: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["PutAlias"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ModelAlias"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, invalid_alias, too_many_aliases. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Delete an alias: calls that write it are refused from now on, as any unknown model. */
  AliasesController_remove: {
    parameters: {
      path: {
        id: string;
        alias: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** The aliases of a project, by name. */
  AliasesController_list: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ModelAliasList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * A provider key of the project's own: its calls of that provider's models go out with it.
   * @description Set or replaced, once the provider has taken it. Chat, Responses, Messages and embeddings use it, cost nothing here and say `x-svc-billed-to: own-key`; batches do not use it. What the provider says of it reaches the caller as it came.
   */
  ProviderKeysController_put: {
    parameters: {
      path: {
        id: string;
        provider: "provider_a" | "provider_b" | "marketplace";
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["PutProviderKey"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ProviderKey"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding, provider_key_refused. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: provider_key_untried. */
      502: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Ends it: calls go out with the gateway's accounts from now on, and are billed. */
  ProviderKeysController_remove: {
    parameters: {
      path: {
        id: string;
        provider: "provider_a" | "provider_b" | "marketplace";
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** The provider keys of a project's own, by provider; never the keys themselves. */
  ProviderKeysController_list: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ProviderKeyList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** The secret that signs a project's batch callbacks; made when it is first read. */
  CallbackSecretsController_read: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CallbackSecret"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: signing_secret_unreadable. */
      500: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Make a new callback secret; the old one signs nothing from now on. */
  CallbackSecretsController_rotate: {
    parameters: {
      path: {
        id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CallbackSecret"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * The call log, newest first, with filters.
   * @description As CSV it is everything that passes the filters, unless `limit` is given. Filters add up. `tag`, `user`, `session` and `metadata` are quick to find at any time; a period makes other rare things quick to find. At most 10,000 calls are looked at for a page: one of less than `limit`, even of none, may have `has_more`, and `last_id` is then where the search goes on.
   */
  CallsController_calls: {
    parameters: {
      query?: {
        /** @description A tag that the caller gave the call. */
        tag?: string;
        /** @description The end user that the call was made for: the call's `end_user`. */
        user?: string;
        /** @description The call's `session_id`. */
        session?: string;
        /** @description Pairs that the metadata of the call holds, each as a parameter of its own: `metadata[order]=7`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Why one of its attempts followed another: the `retry_reason` of the attempt. */
        retry?: "thinking-disabled" | "content-filter-fallback" | "tool-choice-auto" | "thinking-override-rejected" | "foreign-reasoning-rejected" | "cascade" | "outage-fallback";
        /** @description The least that the call's `cost_usd` is, itself included. */
        min_cost_usd?: string;
        /** @description The least that the call took, itself included: `gateway_ms` and `upstream_ms` of its `timings` together. */
        min_duration_ms?: string;
        /** @description RFC 3339 time or date: calls that began then or later. */
        from?: string;
        /** @description RFC 3339 time or date: calls that began before it. */
        to?: string;
        /** @description The status that the caller saw: `error` (400 and more), `refused` (those of them that the gateway refused once they had a row, so that no provider was asked; earlier refusals are listed apart), `ok` (below 400), a number (`404`) or a class of them (`4xx`). */
        status?: string;
        /** @description A model that was requested, decided on or served. */
        model?: string;
        /** @description An API key's id. */
        key?: string;
        surface?: "chat" | "responses" | "messages" | "embeddings" | "batch";
        tier?: "group" | "group-record" | "strong" | "small" | "pinned" | "fixed" | "default" | "client" | "none";
        /** @description A router's id, or as usage names it: `none`, `Router (batch)`. */
        router?: string;
        /** @description A task group's id, or `none`. */
        group?: string;
        /** @description A batch's id: its rows, one a model. */
        batch?: string;
        limit?: number;
        /** @description The `last_id` of a page: the calls behind it, which are older. */
        after?: string;
        /** @description The `first_id` of a page: the adjacent calls that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`. */
        before?: string;
        /** @description Goes before the `Accept` header; JSON when neither says. */
        format?: "json" | "csv";
      };
      header?: {
        /** @description `text/csv` for CSV; `format` goes before it. */
        accept?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CallList"];
          readonly "text/csv": string;
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Calls by hour, oldest first, with the filters of the list.
   * @description Rows of the call log, as the list has them: a batch counts by its rows. Hours without calls are left out. Quick for any number of calls, but with `model` beside another filter, a status below 400, `retry`, `min_cost_usd` or `min_duration_ms`, for which calls are read; with `tag`, `user`, `session` or `metadata` those are read that have it.
   */
  CallsController_histogram: {
    parameters: {
      query?: {
        /** @description A tag that the caller gave the call. */
        tag?: string;
        /** @description The end user that the call was made for: the call's `end_user`. */
        user?: string;
        /** @description The call's `session_id`. */
        session?: string;
        /** @description Pairs that the metadata of the call holds, each as a parameter of its own: `metadata[order]=7`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Why one of its attempts followed another: the `retry_reason` of the attempt. */
        retry?: "thinking-disabled" | "content-filter-fallback" | "tool-choice-auto" | "thinking-override-rejected" | "foreign-reasoning-rejected" | "cascade" | "outage-fallback";
        /** @description The least that the call's `cost_usd` is, itself included. */
        min_cost_usd?: string;
        /** @description The least that the call took, itself included: `gateway_ms` and `upstream_ms` of its `timings` together. */
        min_duration_ms?: string;
        /** @description RFC 3339 time or date: calls that began then or later. */
        from?: string;
        /** @description RFC 3339 time or date: calls that began before it. */
        to?: string;
        /** @description The status that the caller saw: `error` (400 and more), `refused` (those of them that the gateway refused once they had a row, so that no provider was asked; earlier refusals are listed apart), `ok` (below 400), a number (`404`) or a class of them (`4xx`). */
        status?: string;
        /** @description A model that was requested, decided on or served. */
        model?: string;
        /** @description An API key's id. */
        key?: string;
        surface?: "chat" | "responses" | "messages" | "embeddings" | "batch";
        tier?: "group" | "group-record" | "strong" | "small" | "pinned" | "fixed" | "default" | "client" | "none";
        /** @description A router's id, or as usage names it: `none`, `Router (batch)`. */
        router?: string;
        /** @description A task group's id, or `none`. */
        group?: string;
        /** @description A batch's id: its rows, one a model. */
        batch?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CallsHistogram"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * One call with its attempts.
   * @description With `include=content` also what it was asked and answered, null where that is not kept; such a reading is in the audit log, as that of `…/content`. Without it a call is shown whose content cannot be read any more.
   */
  CallsController_call: {
    parameters: {
      query?: {
        /** @description What the answer carries beside its own: `content`; several with a comma between. */
        include?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CallDetail"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: call_content_unreadable. */
      500: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * What a call was asked and answered, where the project keeps that (`call_content`).
   * @description Secrets of known shapes are masked as `[masked:kind]`. Each reading is in the audit log (`call_content.read`). 404 when nothing was kept, or it has expired.
   */
  CallContentController_read: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["CallContent"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: call_content_unreadable. */
      500: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Calls that the gateway refused: the last 1,000 of the project, and counts of 30 days.
   * @description What was answered with 400, 401 (with a key that is known, or begins as a known one), 402, 403 or 429 by the gateway itself. Refusals of a provider are calls, and in the call log.
   */
  RefusalsController_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description RFC 3339 time or date: refusals then or later. Absent: all rows that are kept, and the counts of the last 24 hours. */
        from?: string;
        /** @description RFC 3339 time or date: refusals before it. */
        to?: string;
        /** @description An API key's id. */
        key?: string;
        /** @description A code of an error, such as `rate_limited`. */
        code?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Refusals"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Batches of a project, newest first, as they were last seen. */
  AdminBatchesController_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description The `first_id` of a page: the adjacent rows that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`. */
        before?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["BatchList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * One batch, as it stands at its providers now.
   * @description Reading it refreshes it, as a poll of its caller does.
   */
  AdminBatchesController_get: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Batch"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Cancel a batch.
   * @description What is done already returns results and is billed; the rest comes back canceled and is refunded. A batch that has ended stays as it is.
   */
  AdminBatchesController_cancel: {
    parameters: {
      path: {
        id: string;
      };
    };
    /** @description Nothing is read from it. */
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Batch"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * The results of a batch that has ended, as its caller reads them.
   * @description One line of JSON a request in any order; `format` as on the batch endpoints.
   */
  AdminBatchesController_read: {
    parameters: {
      query?: {
        /** @description `jsonl` when absent; `openai` and `anthropic` are the lines of that provider. */
        format?: "jsonl" | "json" | "openai" | "anthropic";
      };
      path: {
        /** @description The id of the batch. */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/x-jsonl": components["schemas"]["BatchResult"];
          readonly "application/json": components["schemas"]["BatchResult"];
        };
      };
      /** @description `code`: invalid_request, results_format_mismatch. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: batch_not_ended, batch_failed. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: batch_results_purged. */
      410: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, storage_unavailable, shutting_down. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Requests, tokens and spend of a project, grouped.
   * @description Calls count by the time at which they began, batches by that at which they settled. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`; the provider is that of the answer. Keys, routers, groups and projects have a `name` too (null for one that is gone). Two groupings (`hour,model`) give rows with `keys` instead of `key`, and `names` by id beside the rows. A day is `2026-11-30`, an hour `2026-11-30T14:00:00+01:00`. Every grouping sums to the spend, but for `tag`: a call with three tags is in three rows. `total` is the whole, each call once. Of a project, 10,000 tags and 1,000,000 users are told apart, and of users and sessions the 10,000 dearest in an answer; the others are the row `other`. An answer has 100,000 rows at the most (250,000 as CSV), sessions are told apart among 300,000 calls, and hours of 27,000 (three years) from the first call to the last: what would be more is 400.
   */
  UsageController_usage: {
    parameters: {
      query?: {
        /** @description The IANA time zone of days, hours and dates, as `Europe/Berlin` or `Asia/Kathmandu`. */
        tz?: string;
        /** @description RFC 3339 time or date; 30 days before `to` when absent. A date is its first moment in `tz`. */
        from?: string;
        /** @description RFC 3339 time or date (its first moment in `tz`), exclusive; now when absent. */
        to?: string;
        /** @description By one or two different ones of day, hour, model, key, tier, router, group, surface, tag, user, session, project, provider, status, with a comma between them, as `hour,model`. Days and hours are those of `tz`. */
        group_by?: string;
        /** @description Goes before the `Accept` header; JSON when neither says. */
        format?: "json" | "csv";
      };
      header?: {
        /** @description `text/csv` for CSV; `format` goes before it. */
        accept?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["UsageReport"];
          readonly "text/csv": string;
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Requests, tokens and spend of all projects of an organization, grouped.
   * @description Calls count by the time at which they began, batches by that at which they settled. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`; the provider is that of the answer. Keys, routers, groups and projects have a `name` too (null for one that is gone). Two groupings (`hour,model`) give rows with `keys` instead of `key`, and `names` by id beside the rows. A day is `2026-11-30`, an hour `2026-11-30T14:00:00+01:00`. Every grouping sums to the spend, but for `tag`: a call with three tags is in three rows. `total` is the whole, each call once. Of a project, 10,000 tags and 1,000,000 users are told apart, and of users and sessions the 10,000 dearest in an answer; the others are the row `other`. An answer has 100,000 rows at the most (250,000 as CSV), sessions are told apart among 300,000 calls, and hours of 27,000 (three years) from the first call to the last: what would be more is 400. Deleted projects are counted too.
   */
  UsageController_organizationUsage: {
    parameters: {
      query?: {
        /** @description The IANA time zone of days, hours and dates, as `Europe/Berlin` or `Asia/Kathmandu`. */
        tz?: string;
        /** @description RFC 3339 time or date; 30 days before `to` when absent. A date is its first moment in `tz`. */
        from?: string;
        /** @description RFC 3339 time or date (its first moment in `tz`), exclusive; now when absent. */
        to?: string;
        /** @description By one or two different ones of day, hour, model, key, tier, router, group, surface, tag, user, session, project, provider, status, with a comma between them, as `hour,model`. Days and hours are those of `tz`. */
        group_by?: string;
        /** @description Goes before the `Accept` header; JSON when neither says. */
        format?: "json" | "csv";
      };
      header?: {
        /** @description `text/csv` for CSV; `format` goes before it. */
        accept?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["UsageReport"];
          readonly "text/csv": string;
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Proof, from one snapshot, that the usage of a period is what the ledger took for its calls.
   * @description Reads every call of the period: a long one of many calls takes its time.
   */
  UsageController_check: {
    parameters: {
      query?: {
        /** @description The IANA time zone of days, hours and dates, as `Europe/Berlin` or `Asia/Kathmandu`. */
        tz?: string;
        /** @description RFC 3339 time or date; 30 days before `to` when absent. A date is its first moment in `tz`. */
        from?: string;
        /** @description RFC 3339 time or date (its first moment in `tz`), exclusive; now when absent. */
        to?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["UsageCheck"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** The catalogue with prices, capabilities and surfaces. */
  ModelsController_models: {
    parameters: {
      query?: {
        /** @description Everything when absent. */
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ModelList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Traces of a project, newest first. */
  TracesReportsController_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description The `first_id` of a page: the adjacent rows that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`. */
        before?: string;
        /** @description RFC 3339 time or date: traces that start then or later. */
        from?: string;
        /** @description RFC 3339 time or date, exclusive. */
        to?: string;
        /** @description A `service.name`, as `checkout`. */
        service?: string;
        /** @description A model as spans name it, as `gpt-4o`. */
        model?: string;
        /** @description The worst of its spans. */
        status?: "unset" | "ok" | "error";
        /** @description Traces with all these words, or beginnings of words, in the names of their spans, services, models, agents and tools, in conversation and response ids, or at the beginning of their messages; or a trace id. */
        q?: string;
        /** @description Input and output together. */
        min_tokens?: number;
        /** @description A decimal amount in USD, as 0.25. */
        min_cost_usd?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["TraceList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * One trace: its spans, and the calls of the gateway that belong to it.
   * @description Calls belong by the `traceparent` that they carried, or because a span names their id, or that of their answer (`chatcmpl-…`, `msg_…`), as `gen_ai.response.id`; an answer id that several calls of the project have names none. A trace of very many or very large spans is cut, and says so.
   */
  TracesReportsController_get: {
    parameters: {
      path: {
        id: string;
        trace_id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["TraceDetail"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Run the hourly sweep now and answer, when it is done, what it did. Operator only. */
  MaintenanceController_run: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["StartSweep"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Sweep"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Take the newest archived file of the ledger back into the database. Operator only.
   * @description Once for each file, until `files_left` is 0. Set `LEDGER_ARCHIVE=none` first, or the next sweep archives them again.
   */
  MaintenanceController_bringBack: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["StartSweep"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["BroughtBack"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: ledger_archive_busy. */
      409: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: ledger_archive_unreadable, storage_unavailable. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Every change made in the management API, newest first. Operator only. */
  AuditController_all: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description The `first_id` of a page: the adjacent rows that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`. */
        before?: string;
        /** @description Who made the change: `operator`, an admin token's id, or `automatic-updates`. */
        actor?: string;
        /** @description What was done, as `project.change`, or what it was done to, as `project`. */
        kind?: string;
        /** @description The id of what was changed. */
        reference?: string;
        /** @description RFC 3339 time or date: changes of then or later. */
        from?: string;
        /** @description RFC 3339 time or date: changes of before it. */
        to?: string;
        /** @description Goes before the `Accept` header; JSON when neither says. */
        format?: "json" | "csv";
      };
      header?: {
        /** @description `text/csv` for CSV; `format` goes before it. */
        accept?: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AuditEntryList"];
          readonly "text/csv": string;
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Who changed what of an organization and its projects, newest first.
   * @description An entry is written in the transaction of its change. Secrets are never in it.
   */
  AuditController_ofOrganization: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `last_id` of the page before. */
        after?: string;
        /** @description The `first_id` of a page: the adjacent rows that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`. */
        before?: string;
        /** @description Who made the change: `operator`, an admin token's id, or `automatic-updates`. */
        actor?: string;
        /** @description What was done, as `project.change`, or what it was done to, as `project`. */
        kind?: string;
        /** @description The id of what was changed. */
        reference?: string;
        /** @description RFC 3339 time or date: changes of then or later. */
        from?: string;
        /** @description RFC 3339 time or date: changes of before it. */
        to?: string;
        /** @description Goes before the `Accept` header; JSON when neither says. */
        format?: "json" | "csv";
      };
      header?: {
        /** @description `text/csv` for CSV; `format` goes before it. */
        accept?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["AuditEntryList"];
          readonly "text/csv": string;
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * What the judge model cost and said, by day. Operator only.
   * @description The judge model (`JUDGE_MODEL`) judges a sample of the answers to grouped machine tasks. Its cost is the service's own and on no ledger; `JUDGE_DAILY_BUDGET_USD` bounds it over all processes.
   */
  JudgeController_read: {
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Judge"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * How the service stands: version, processes, database, queue, store of traces, providers. Operator only.
   * @description What is away is said in the answer, which is 200 all the same.
   */
  StatusController_read: {
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Status"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** The service's accounts at the providers, and which of them are left out. Operator only. */
  ProvidersController_list: {
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["ProviderAccountList"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** How the simulated providers fail. Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again. */
  SimulatorFaultsController_read: {
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["SimulatorFaults"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Have the simulated providers fail, from the next call on. Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again. */
  SimulatorFaultsController_replace: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["SetSimulatorFaults"];
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["SimulatorFaults"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Have the simulated providers answer again as usual. Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again. */
  SimulatorFaultsController_end: {
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["SimulatorFaults"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * A chat completion as a call of the project, made with an admin token.
   * @description The ordinary call, with the limits, the bill and the call log of the project, under the key name `Console`. The first one makes that key; nobody holds it, and it cannot be revoked.
   */
  PlaygroundController_complete: {
    parameters: {
      header?: {
        /** @description Keeps a session on one model; the body field `session_id` wins. */
        "x-session-id"?: string;
        /** @description Up to 10 tags of the call, comma-separated, of 1 to 64 characters A-Z, a-z, 0-9 and _ . : / -. It goes to no provider. */
        "x-svc-tags"?: string;
        /** @description The end user of the call, up to 256 characters; it wins over what the body says, and goes to no provider. */
        "x-svc-user"?: string;
        /** @description Off without it. A duration such as `10m`, at most `24h`: the same request of the same API key is answered from the cache with an answer that is no older, at no cost; else a whole answer is kept for so long. `no-store`: neither. Anything else is 400. */
        "x-svc-cache"?: string;
      };
      path: {
        id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /**
           * @description A model id (`vendora/…`, `vendorb/…`, `<org>/<model>`, bare ids), or `auto`.
           * @example auto
           */
          readonly model?: string;
          readonly messages: readonly ({
              /** @enum {string} */
              readonly role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
              readonly content?: OneOf<[string, readonly {
                  /** @example text */
                  readonly type?: string;
                  [key: string]: unknown;
                }[], null]>;
              readonly tool_calls?: readonly {
                  [key: string]: unknown;
                }[];
              readonly tool_call_id?: string;
              [key: string]: unknown;
            })[];
          /** @default false */
          readonly stream?: boolean;
          readonly max_tokens?: number;
          readonly max_completion_tokens?: number;
          readonly tools?: readonly {
              [key: string]: unknown;
            }[];
          readonly tool_choice?: OneOf<["auto" | "none" | "required", {
            [key: string]: unknown;
          }]>;
          readonly response_format?: {
            [key: string]: unknown;
          };
          /** @enum {string} */
          readonly reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
          /** @description Marketplace preferences, forwarded untouched. */
          readonly provider?: {
            [key: string]: unknown;
          };
          readonly session_id?: string;
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description The provider's answer with `usage.cost`, or its event stream. */
      200: {
        headers: {
          /** @description Model that served the call. */
          readonly "x-svc-model"?: string;
          /** @description How it was chosen. */
          readonly "x-svc-tier"?: "group" | "group-record" | "strong" | "small" | "pinned" | "fixed" | "default" | "client";
          /** @description Id of the matched task group. */
          readonly "x-svc-group"?: string;
          /** @description Id of the router that decided. */
          readonly "x-svc-router"?: string;
          /** @description Cost of the call in USD, plain decimal. Not on streams, where the usage chunk carries it. */
          readonly "x-svc-cost"?: string;
          /** @description What fired, comma-separated, in order: `thinking-disabled`, `content-filter-fallback`, `tool-choice-auto`, `outage-fallback`. */
          readonly "x-svc-retry"?: string;
          /** @description `own-key`: a key of the project's own answered, and nothing is billed here. */
          readonly "x-svc-billed-to"?: "own-key";
          /** @description On a structured-output cascade: whose answer this is. */
          readonly "x-svc-cascade"?: "served-small" | "escalated";
          /** @description Tokens that prompt compression removed, about. */
          readonly "x-svc-tokens-saved"?: number;
          /** @description The id in the call log, which holds what a model was asked to answer. */
          readonly "x-svc-call-id"?: string;
          /** @description Id of the HTTP request. */
          readonly "x-request-id"?: string;
          /** @description Burst of the key. */
          readonly "x-ratelimit-limit-requests"?: number;
          /** @description Requests that fit at this moment. */
          readonly "x-ratelimit-remaining-requests"?: number;
          /** @description Until the bucket is full again, such as `40ms` or `12s`. */
          readonly "x-ratelimit-reset-requests"?: string;
          /** @description Where the request asked for the exact cache: whether the answer is from there. */
          readonly "x-svc-cache"?: "hit" | "miss";
        };
        content: {
          readonly "application/json": components["schemas"]["ChatCompletion"];
          readonly "text/event-stream": components["schemas"]["ChatCompletionChunk"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_model, no_capable_model, no_router, no_registered_endpoint, responses_api_only, router_unconfigured, unknown_model, unpriced_model, unsupported_parameter, wrong_surface. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: insufficient_balance, key_limit_reached, project_limit_reached, reserved_in_flight, card_declined. */
      402: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
              /** @description Of a limit that was reached, or is held by what is in flight. */
              readonly limit_usd?: number;
              /** @description Of that limit, in its period. */
              readonly spent_usd?: number;
              /**
               * Format: date-time
               * @description When its period ends. Null: never.
               */
              readonly resets_at?: string | null;
              /** @description What a batch may cost. */
              readonly estimate_usd?: number;
              /** @description What there is for the batch. */
              readonly balance_usd?: number;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
              /** @description Of a limit that was reached, or is held by what is in flight. */
              readonly limit_usd?: number;
              /** @description Of that limit, in its period. */
              readonly spent_usd?: number;
              /**
               * Format: date-time
               * @description When its period ends. Null: never.
               */
              readonly resets_at?: string | null;
              /** @description What a batch may cost. */
              readonly estimate_usd?: number;
              /** @description What there is for the batch. */
              readonly balance_usd?: number;
            };
          };
        };
      };
      /** @description `code`: chinese_models_off, model_not_allowed, zero_retention_unavailable. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: rate_limit_exceeded. */
      429: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: provider_key_unreadable. */
      500: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: upstream_unreachable, upstream_interrupted, upstream_silent, upstream_unreadable, upstream_headers_too_large, upstream_unasked_continue, upstream_account_error, upstream_redirect, gateway_redirect, endpoint_address_refused. */
      502: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: provider_not_configured, metering_unavailable, payment_unavailable, database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: live_call_timeout. */
      504: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
          readonly "text/event-stream": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Calls, errors and spend of a project by hour, its money, and what waits for somebody. */
  OverviewController_read: {
    parameters: {
      query?: {
        /** @description RFC 3339 time or date; two days before `to` when absent. */
        from?: string;
        /** @description RFC 3339 time or date, exclusive; now when absent. */
        to?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["Overview"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: operator_only. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: not_found. */
      404: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: body_stalled, body_too_slow. */
      408: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /**
   * Sign in: sets the cookie of a session of eight hours.
   * @description The cookie opens the management API to pages of this origin, which send `x-console: 1`; it ends with its token.
   */
  ConsoleSessionController_signIn: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["SignIn"];
      };
    };
    responses: {
      200: {
        headers: {
          readonly "Set-Cookie"?: string;
        };
        content: {
          readonly "application/json": components["schemas"]["ConsoleSession"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: cross_site, foreign_host. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
  /** Sign out: the session of the cookie ends, if there is one. */
  ConsoleSessionController_signOut: {
    responses: {
      200: {
        content: {
          readonly "application/json": components["schemas"]["EndedConsoleSession"];
        };
      };
      /** @description `code`: invalid_request, invalid_json, invalid_content_encoding. */
      400: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: invalid_admin_token. */
      401: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: cross_site, foreign_host. */
      403: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: request_too_large. */
      413: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: unsupported_media_type, unsupported_content_encoding. */
      415: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
      /** @description `code`: database_unavailable, shutting_down, body_memory_full. */
      503: {
        content: {
          readonly "application/json": {
            readonly error: {
              /** @description What was wrong, where, and the way out. */
              readonly message: string;
              readonly type: string;
              /** @description Stable. */
              readonly code: string;
              /** @description The field at fault. */
              readonly param: string | null;
            };
          };
        };
      };
    };
  };
}
