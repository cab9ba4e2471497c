// Made by .ci/console-types from /openapi.json. Do not edit.

/** The value of a query parameter; a parameter without a value is not sent. */
type Parameter = string | number | boolean | null | undefined;

export type Arm = { route: string; version: number; arm: string; url: string | null };
export type AuditEntry = { id: number; at: string; by: string; action: string; subject: string; version?: number; message?: string };
export type Change = { op: "move" | "insert" | "replace" | "remove" | "merge"; id?: string; before?: string; after?: string; section?: string; into?: string; at?: string; first?: boolean; item?: Item; content?: any };
export type ChangeSet = { name: string; path: string; message: string | null; by: string; createdAt: string; baseRevision: number; expiresAt: string | null; state: "open" | "published"; schedule: Schedule | null; publishedAt: string | null; publishedBy: string | null; changes: Array<string>; drafts: Array<string>; serial: number; screens: Array<ChangedScreen>; documents: Array<ChangedDocument>; conflicts: Array<ChangeSetConflict>; problems: Array<ChangeSetProblem>; isPublishable: boolean; reviews: Array<ChangeSetVerdict> };
export type ChangeSetConflict = { subject: string; base: number; current: number; ours: ChangeSetDifference; theirs: ChangeSetDifference; conflicts: Array<string> };
export type ChangeSetContent = { message?: string; ttl?: number; screens?: { [name: string]: any }; viewTypes?: { [name: string]: any }; formats?: { [name: string]: any }; previewTemplates?: { [name: string]: any }; groups?: { [name: string]: any }; releases?: { [name: string]: any } };
export type ChangeSetDifference = { added: Array<ListedItem>; removed: Array<ListedItem>; moved: Array<MovedItem>; changed: Array<ChangedItem>; other: Array<string>; patch: Array<JSONPatchOperation> };
export type ChangeSetProblem = { subject: string; errors: Array<Diagnostic> };
export type ChangeSetSummary = { name: string; path: string; message: string | null; by: string; createdAt: string; baseRevision: number; expiresAt: string | null; state: "open" | "published"; schedule: Schedule | null; publishedAt: string | null; publishedBy: string | null; changes: Array<string>; drafts: Array<string> };
export type ChangeSetVerdict = { by: string; verdict: "approved" | "changes-requested"; message?: string; at: string; isCurrent: boolean };
export type ChangedDocument = { subject: string; effect: "created" | "updated" | "deleted" | "unchanged"; compatibility?: Array<Compatibility> };
export type ChangedItem = { id: string; paths: Array<string> };
export type ChangedScreen = { route: string; effect: "created" | "updated" | "deleted" | "unchanged"; current: number; difference: ChangeSetDifference; impact?: Array<Impact>; impactCount?: number; reassignments?: Array<Reassignment>; warnings?: Array<Diagnostic> };
export type ClientKey = { experiments: Array<string> | null };
export type ClientKeyReference = { key: string };
export type Comment = { id: number; item: string; at?: string; text: string; by: string; createdAt: string; itemExists: boolean; resolvedAt: string | null; resolvedBy: string | null };
export type CommentList = { comments: Array<Comment> };
export type ComparedItem = { section?: string; parent?: string; at?: string; index: number; item: any };
export type Comparison = { added: Array<ComparedItem>; removed: Array<ComparedItem>; moved: Array<{ id: string; viewType: string; from: Place; to: Place }>; changed: Array<{ id: string; viewType: string; members: Array<MemberChange> }>; sections: Array<{ id: string; effect: "added" | "removed" | "changed"; members: Array<MemberChange> }>; other: Array<MemberChange>; sectionOrder?: Array<string> };
export type ComparisonRequest = { from: any; to: any };
export type Compatibility = { direction: string; verdict: string; reasons: Array<CompatibilityReason>; mayHaveMore?: boolean };
export type CompatibilityReason = { verdict: string; code: string; message: string; hint?: string; path: string; oldPointer?: string; oldDocument?: string; oldLine?: number; oldColumn?: number; newPointer?: string; newDocument?: string; newLine?: number; newColumn?: number; example?: any };
export type ConsoleSession = { name: string; scope: "read" | "edit" | "publish" | "administer"; expiresAt: string };
export type Count = { count: number };
export type CreatedToken = { name: string; scope: string; createdAt: string; token: string };
export type DailyUnits = { date: string; units: { [name: string]: number } };
export type Definition = { $schema?: any; screenName?: string; format?: string; values?: { [name: string]: any }; items?: Array<Item>; sections?: Array<Section>; experiment?: Experiment; experiments?: Array<Experiment>; gate?: "refuse"; template?: boolean; pages?: { size: number; parameter?: string } };
export type DefinitionMergePatch = { [name: string]: any };
export type Diagnostic = { code: string; pointer: string; line?: number; column?: number; message: string; hint?: string; language?: string; item?: string; section?: string; at?: string };
export type Difference = { route: string; from: number | "draft"; to: number | "draft"; added: Array<ListedItem>; removed: Array<ListedItem>; moved: Array<MovedItem>; changed: Array<ChangedItem>; other: Array<string>; patch: Array<JSONPatchOperation> };
export type Draft = { definition: any; baseVersion: number; errors: Array<Diagnostic>; schedule: Schedule | null; savedAt: string; by: string; message: string | null; warnings?: Array<Diagnostic> };
export type DraftSummary = { route: string; baseVersion: number; savedAt: string; by: string; message: string | null; schedule: Schedule | null };
export type EndpointDocument = { request: { path: string; method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; when?: { [name: string]: any }; body?: { [name: string]: any } | boolean }; description?: string; responses?: Array<{ [name: string]: any }>; proxy?: boolean; collection?: { [name: string]: any }; screen?: string; user?: string; attributes?: { [name: string]: string }; format?: string };
export type EndpointMatch = { answers: string | null; status: number | null; note?: string; candidates: Array<EndpointVerdict> };
export type EndpointRequest = { method: string; path: string; headers?: { [name: string]: string }; body?: string };
export type EndpointVerdict = { name: string; methods: Array<string>; path: string; verdict: "answers" | "later" | "condition" | "body" | "response" | "method" | "path"; reason: string };
export type EstimatedStep = { step: number; seconds: number | null };
export type Evaluation = { key: string; reason: "SPLIT" | "TARGETING_MATCH" | "DISABLED" | "DEFAULT"; value?: string | number | boolean | { [name: string]: any }; variant: string; metadata: { decision: string } };
export type EvaluationFailure = { key?: string; errorCode: "PARSE_ERROR" | "INVALID_CONTEXT" | "TARGETING_KEY_MISSING" | "FLAG_NOT_FOUND"; errorDetails: string };
export type EvaluationRequest = { context?: { [name: string]: any } };
export type EventCount = { variant: string; units: number; ratio?: RatioInterval };
export type EventResult = { name: string; kind: "good" | "bad"; variants: Array<EventCount> };
export type EventStream = { type: string; url: string };
export type Experiment = { key: string; variants: Array<Variant>; seed?: string; hashVersion?: number; hashAttribute?: string; coverage?: number; namespace?: Array<any>; condition?: { [name: string]: any }; force?: { [name: string]: string }; status?: "running" | "stopped"; events?: Array<any> };
export type ExperimentExplanation = { experiment?: string | null; variant?: string | null; inExperiment?: boolean; reason?: string | null; hashValue?: number | null; ranges?: Array<Array<number>>; portable?: boolean; variants?: Array<string>; status?: "running" | "stopped"; seed?: string; hashVersion?: number; hashAttribute?: string; unit?: string | null; coverage?: number; namespace?: { id: string; range: Array<number>; value: number | null; isMember: boolean }; condition?: { passes: boolean; decidedBy: string | null }; attributes?: { [name: string]: any }; steps?: Array<ExplanationStep> };
export type ExperimentPatch = { coverage?: number | null; weights?: { [name: string]: number | null } | null; status?: "running" | "stopped" | null; force?: { [name: string]: string | null } | null };
export type Explanation = { route: string; version: number; experiment?: string | null; variant?: string | null; inExperiment?: boolean; reason?: string | null; hashValue?: number | null; ranges?: Array<Array<number>>; portable?: boolean; variants?: Array<string>; status?: "running" | "stopped"; seed?: string; hashVersion?: number; hashAttribute?: string; unit?: string | null; coverage?: number; namespace?: { id: string; range: Array<number>; value: number | null; isMember: boolean }; condition?: { passes: boolean; decidedBy: string | null }; attributes?: { [name: string]: any }; steps?: Array<ExplanationStep>; experiments: Array<ExperimentExplanation>; rollout?: RolloutPlacement };
export type ExplanationStep = { step: string; outcome: string };
export type ExposureReceipt = { accepted: number; ignored: Array<{ id: string; reason: "unknown-experiment" | "unknown-variant" | "not-measured" | "duplicate" | "too-old" }> };
export type ExposureReport = { exposures: Array<ReportedExposure> };
export type Features = { status: number; dateUpdated: string; features: { [name: string]: { [name: string]: any } }; experiments: Array<{ [name: string]: any }>; savedGroups: { [name: string]: Array<any> } };
export type Format = { description?: string; screen: any; section?: any; item: any; values?: { [name: string]: any }; viewType?: string; id?: string; viewTypes?: { [name: string]: any }; nesting?: "inline" | "flat" };
export type Guest = { id: number; by: string; expiresAt: string; mayComment: boolean };
export type GuestLink = { id: number; url: string; expiresAt: string };
export type GuestLinkRequest = { expiresIn: number; mayComment?: boolean };
export type GuestList = { guests: Array<Guest> };
export type GuestReview = { name: string; message: string | null; mayComment: boolean; expiresAt: string; screens: Array<GuestReviewScreen> };
export type GuestReviewScreen = { route: string; effect: "created" | "updated" | "deleted" | "unchanged"; isValid: boolean; before: any; after: any; difference: Comparison; variants: Array<GuestReviewVariant> };
export type GuestReviewVariant = { variant: string; isNew: boolean; before: any; after: any; difference: Comparison };
export type HTTPArchive = { log: { entries: Array<{ request: { url: string; method?: string; headers?: Array<{ name: string; value: string }> } }> } };
export type Impact = { release: string; variant: string | null; item: string; effect: "fallback" | "dropped" };
export type Item = { id?: string; viewType: string; content?: any; requires?: { [name: string]: any }; fallback?: "drop" | Item };
export type ItemInsertion = { item: Item; before?: string; after?: string; section?: string; into?: string; at?: string; first?: boolean };
export type JSONPatch = Array<JSONPatchOperation>;
export type JSONPatchOperation = { op: "add" | "remove" | "replace" | "move" | "copy" | "test"; path: string; from?: string; value?: any };
export type ListedClientKey = { key: string; experiments: Array<string> | null };
export type ListedDocument = { name: string; title?: string; description?: string };
export type ListedItem = { id: string | null; section?: string; parent?: string; at?: string; index: number };
export type ListedRelease = { release: string; supported: boolean; viewTypes: Array<string | ReleaseViewType> };
export type MemberChange = { path: string; names: Array<string>; old?: any; new?: any };
export type MergeRequest = { route: string; base: any; ours: any; theirs: any; choices?: { [name: string]: "base" | "ours" | "theirs" } };
export type MergedDefinition = { changes: Array<{ place: string; effect: "ours" | "theirs" | "same" | "both" | "conflict" }>; ours: Comparison; theirs: Comparison; merged?: any };
export type MockCollection = { name: string; path: string; items: Array<{ [name: string]: any }> };
export type MockEndpoint = { name: string; source: "file" | "api"; methods: Array<string>; path: string; kind: "responses" | "collection" | "screen" | "proxy"; document: { [name: string]: any } };
export type MockEndpoints = { endpoints: Array<MockEndpoint> };
export type MockMatch = { route?: string; path?: string; condition?: { [name: string]: any }; nth?: number; probability?: number; times?: number };
export type MockRule = { match?: MockMatch; order?: number; seed?: number; delay?: number | { from: number; to: number } | { median: number; sigma: number }; bytesPerSecond?: number; status?: number; fault?: "reset" | "empty" | "half" | "garbage"; chaos?: "unknown-view-type" | "missing-required" | "missing-optional" | "wrong-type" | "null-value" | "extra-member" | "long-text" | "right-to-left" | "emoji" | "empty-screen" | "many-items" | "duplicate-ids" | "truncated-body" | "invalid-utf8" | "html-instead"; scenario?: string };
export type MockRuleReference = { name: string };
export type MockState = { state: { [name: string]: any }; collections: Array<MockCollection> };
export type MockStateRequest = { state?: { [name: string]: any }; collections?: { [name: string]: Array<{ [name: string]: any }> } };
export type MovedItem = { id: string; from: Place; to: Place };
export type NamedMockRule = { name: string; match?: MockMatch; order?: number; seed?: number; delay?: number | { from: number; to: number } | { median: number; sigma: number }; bytesPerSecond?: number; status?: number; fault?: "reset" | "empty" | "half" | "garbage"; chaos?: "unknown-view-type" | "missing-required" | "missing-optional" | "wrong-type" | "null-value" | "extra-member" | "long-text" | "right-to-left" | "emoji" | "empty-screen" | "many-items" | "duplicate-ids" | "truncated-body" | "invalid-utf8" | "html-instead"; scenario?: string };
export type NewChangeSet = { name: string; message?: string; ttl?: number };
export type NewComment = { item: string; at?: string; text: string };
export type NewWebhook = { url: string; secret?: string; events: Array<"published" | "rolled-back" | "deleted" | "scheduled" | "schedule-cancelled" | "schedule-failed" | "view-type-changed" | "format-changed" | "preview-template-changed" | "group-changed" | "release-changed" | "client-key-changed" | "rollout-started" | "rollout-advanced" | "rollout-held" | "rollout-resumed" | "rollout-finished" | "rollout-rolled-back" | "rollout-superseded" | "mock-changed"> };
export type Place = { section?: string; parent?: string; at?: string; index: number };
export type Presence = { editor: string; item?: string; isEditing?: boolean };
export type PreviewLink = { url: string; expiresAt: string };
export type PreviewLinkRequest = { path: string; expiresIn?: number; definition?: any };
export type Problem = { type: string; title: string; status: number; detail: string; errors?: Array<Diagnostic>; parameter?: string; hint?: string; nearest?: string | Array<any> };
export type PublicationTime = { at?: string };
export type Published = { route: string; version: number; impact?: Array<Impact>; impactCount?: number; reassignments?: Array<Reassignment>; warnings?: Array<Diagnostic>; rollout?: Rollout; estimate?: RolloutEstimate; dryRun?: boolean };
export type PublishedChangeSet = { name: string; revision: number; screens: Array<{ route: string; version: number }>; documents: Array<string>; rollout?: Rollout; estimate?: RolloutEstimate; dryRun?: boolean };
export type RatioInterval = { low: number; high: number | null };
export type Reassignment = { experiment: string; shares: ReassignmentShares };
export type ReassignmentShares = { entering: number; leaving: number; moving: number; conditionChanged?: boolean };
export type Rebase = { resolve?: { [name: string]: "ours" | "theirs" } };
export type RebasedChangeSet = { name: string; rebased: Array<string>; conflicts: Array<ChangeSetConflict>; dryRun?: boolean };
export type RecordedRequest = { id: number; at: string; method: string; path: string; route: string; endpoint?: string; user: string | null; attributes: { [name: string]: any }; status: number | null; version: number | null; assignments: string | null; mock: string | null; milliseconds: number; headers: { [name: string]: string }; requestBody?: string; body?: string };
export type RecordedRequests = { requests: Array<RecordedRequest>; skipped?: number };
export type Release = { viewTypes: Array<string | ReleaseViewType>; supported?: boolean };
export type ReleaseReference = { release: string };
export type ReleaseViewType = { name: string; schema?: any };
export type Replay = { against: "draft" | "changeset"; route?: string; name?: string; requests: { last: number } | HTTPArchive };
export type ReplayResult = { requests: number; changed: number; downgraded: number; empty: number; problems: number; unreadable: number; screens: Array<ReplayedScreen> };
export type ReplayedDowngrade = { item: string; effect: "fallback" | "dropped"; release: string | null; requests: number };
export type ReplayedItem = { id: string; effect: "added" | "removed" | "moved" | "changed"; requests: number };
export type ReplayedScreen = { route: string; requests: number; changed: number; items: Array<ReplayedItem>; downgrades: Array<ReplayedDowngrade> };
export type Report = { reports: Array<ReportedEvents> };
export type ReportReceipt = { accepted: number; ignored: number };
export type ReportedEvents = { id: string; token: string; events: Array<string>; drawMs?: number; release?: string; viewType?: string };
export type ReportedExposure = { id: string; user: string; experiment: string; variant: string; time: string };
export type RequestExpectation = { match?: RequestMatch; atLeast?: number; atMost?: number };
export type RequestMatch = { route?: string; user?: string; status?: number; variant?: string; path?: string; method?: string };
export type Results = { experiment: string; route: string | null; status: "running" | "stopped" | null; units: number; unitsOfSeveralVariants: number; variants: Array<VariantResult>; days: Array<DailyUnits>; sampleRatioMismatch: SampleRatioCheck | null; events: Array<EventResult>; dropped: number };
export type ReviewRequest = { verdict: "approved" | "changes-requested"; message?: string };
export type Rollback = { version: number };
export type Rollout = { id: string; state: "running" | "held" | "finished" | "rolled-back" | "superseded"; screen?: string; changeset?: string; step: number; steps: Array<number>; versions?: RolloutVersions; screens: Array<{ route: string; versions: RolloutVersions }>; by: string; startedAt: string; stepStartedAt: string; serial: number; guard: { [name: string]: any }; events: Array<RolloutEvent>; lnE: number; limit: number; networks: number; settled: number; waitsFor: Array<string>; decisions: Array<RolloutDecision> };
export type RolloutDecision = { decision: "start" | "advance" | "hold" | "resume" | "finish" | "rollback" | "supersede"; at: string; by: string; step: number; reason: string; numbers?: { [name: string]: any } };
export type RolloutEstimate = { unitsPerSecond: number | null; event: string | null; rate: number; steps: Array<EstimatedStep>; proposal: EstimatedStep | null; text: string };
export type RolloutEvent = { name: string; kind: "good" | "bad"; weight: number; new: number; old: number; steps: Array<{ step: number; new: number; old: number }>; lnE: number; ratio: RatioInterval; networks: number; releases: Array<RolloutRelease> };
export type RolloutPlacement = { id: string; side: "old" | "new"; reason: "bucket" | "no-unit" | "version" | "variant" | "forced"; step: number; bucket?: number; versions: RolloutVersions };
export type RolloutRelease = { release: string; new: number; old: number; ratio: RatioInterval };
export type RolloutSummary = { id: string; state: "running" | "held" | "finished" | "rolled-back" | "superseded"; screen?: string; changeset?: string; step: number; steps: Array<number>; versions?: RolloutVersions; screens: Array<{ route: string; versions: RolloutVersions }>; by: string; startedAt: string; stepStartedAt: string; serial: number };
export type RolloutVersions = { old: number; new: number };
export type Rollouts = { rollouts: Array<RolloutSummary> };
export type RunningExperiment = { key: string; route: string; version: number; status: "running" | "stopped"; coverage: number; weights: { [name: string]: number }; seed: string; hashVersion: number; hashAttribute: string; namespace?: Array<any>; condition?: any; force: { [name: string]: string } };
export type SampleRatioCheck = { chiSquared: number | null; degreesOfFreedom: number; pValue: number | null; lnE: number | null; threshold: number; verdict: "consistent" | "mismatch" | "not-enough-data" };
export type SavedDraft = { route: string; baseVersion: number; errors: Array<Diagnostic>; warnings?: Array<Diagnostic>; dryRun?: boolean };
export type Scenario = { name: string; description?: string };
export type ScenarioRequest = { name: string | null };
export type Scenarios = { name: string | null; scenarios: Array<Scenario> };
export type Schedule = { at: string; by: string; message?: string; guard?: { [name: string]: any }; supersede?: boolean; error?: string };
export type Scheduled = { route: string; schedule: Schedule; dryRun?: boolean };
export type ScheduledChangeSet = { name: string; schedule: Schedule; dryRun?: boolean };
export type ScreenSummary = { route: string; version: number; screenName: string; experiment?: string; experiments?: Array<string>; format: string };
export type ScreenTranslation = { units: Array<TranslationUnit>; authors?: Array<TranslationAuthor> };
export type Section = { id: string; header?: string; footer?: string; values?: { [name: string]: any }; requires?: { [name: string]: any }; items: Array<Item> };
export type Session = { id: string; path: string; expiresAt: string };
export type SessionRequest = { ttl?: number };
export type SignIn = { token: string };
export type SteeredExperiment = { route: string; version: number; experiment: string; shares: ReassignmentShares; rollout?: Rollout; estimate?: RolloutEstimate; dryRun?: boolean };
export type Token = { name: string; scope: string; createdAt: string };
export type TokenRequest = { scope: "read" | "edit" | "publish" };
export type TranslatedText = { route: string; item?: string; section?: string; at: string; source: string; text?: string; state: string; staleSource?: string; maxLength?: number };
export type Translation = { units: Array<TranslationUnit> };
export type TranslationAuthor = { item?: string; section?: string; at: string; source: string; by: string; version: number; publishedAt: string };
export type TranslationCounts = { language: string; translated: number; needsReview: number; stale: number; missing: number };
export type TranslationUnit = { item?: string; section?: string; at: string; source: string; text: string; state?: string };
export type UploadedPicture = { uri: string };
export type Variant = { key: string; weight?: number; screenName?: string; values?: { [name: string]: any }; items?: Array<Item>; sections?: Array<Section>; changes?: Array<Change>; order?: Array<string> };
export type VariantResult = { variant: string; units: number; expected?: number; first: string | null; last: string | null };
export type Version = { version: number; publishedAt: string; by: string; via: string; message: string | null; items: number };
export type ViewTypeChange = { name: string; compatibility?: Array<Compatibility>; dryRun?: boolean };
export type Visitor = { name: string; item: string | null; isEditing: boolean };
export type Webhook = { name: string; url: string; events: Array<"published" | "rolled-back" | "deleted" | "scheduled" | "schedule-cancelled" | "schedule-failed" | "view-type-changed" | "format-changed" | "preview-template-changed" | "group-changed" | "release-changed" | "client-key-changed" | "rollout-started" | "rollout-advanced" | "rollout-held" | "rollout-resumed" | "rollout-finished" | "rollout-rolled-back" | "rollout-superseded" | "mock-changed"> };
export type WebhookDelivery = { id: number; message: string; event: string; at: string; state: "pending" | "delivered" | "failed"; attempts: number; nextAttempt?: string; status?: number; failure?: string };
export type WebhookWithDeliveries = { name: string; url: string; events: Array<"published" | "rolled-back" | "deleted" | "scheduled" | "schedule-cancelled" | "schedule-failed" | "view-type-changed" | "format-changed" | "preview-template-changed" | "group-changed" | "release-changed" | "client-key-changed" | "rollout-started" | "rollout-advanced" | "rollout-held" | "rollout-resumed" | "rollout-finished" | "rollout-rolled-back" | "rollout-superseded" | "mock-changed">; deliveries: Array<WebhookDelivery> };
export type WebhookWithSecret = { name: string; url: string; events: Array<"published" | "rolled-back" | "deleted" | "scheduled" | "schedule-cancelled" | "schedule-failed" | "view-type-changed" | "format-changed" | "preview-template-changed" | "group-changed" | "release-changed" | "client-key-changed" | "rollout-started" | "rollout-advanced" | "rollout-held" | "rollout-resumed" | "rollout-finished" | "rollout-rolled-back" | "rollout-superseded" | "mock-changed">; secret: string };

export interface Operations {
  'GET /screens': {
    query: { limit?: Parameter; after?: Parameter };
    body: never;
    response: { screens: Array<ScreenSummary> };
  };
  'GET /screens/{route}': {
    query: { user?: Parameter; variant?: Parameter; version?: Parameter; format?: Parameter; release?: Parameter; [name: string]: Parameter; arm?: Parameter; rendition?: Parameter; after?: Parameter; locale?: Parameter };
    body: never;
    response: any | JSONPatch;
  };
  'GET /screens/{route}/arm': {
    query: { user?: Parameter; variant?: Parameter; version?: Parameter; format?: Parameter; release?: Parameter; [name: string]: Parameter; arm?: Parameter; locale?: Parameter };
    body: never;
    response: Arm;
  };
  'GET /screens/{route}/explain': {
    query: { user?: Parameter; variant?: Parameter; version?: Parameter; format?: Parameter; release?: Parameter; [name: string]: Parameter };
    body: never;
    response: Explanation;
  };
  'POST /screens/{route}/explain': {
    query: { user?: Parameter; variant?: Parameter; version?: Parameter; format?: Parameter; release?: Parameter; [name: string]: Parameter };
    body: { [name: string]: any };
    response: Explanation;
  };
  'GET /screens/{route}/events': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /events': {
    query: { routes?: Parameter };
    body: never;
    response: never;
  };
  'GET /view-types': {
    query: { limit?: Parameter; after?: Parameter };
    body: never;
    response: { viewTypes: Array<ListedDocument> };
  };
  'GET /view-types/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { [name: string]: any } | boolean;
  };
  'GET /admin/view-types/{name}/swift': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'PUT /admin/view-types/{name}': {
    query: { dryRun?: Parameter; force?: Parameter; guard?: Parameter };
    body: { [name: string]: any } | boolean;
    response: ViewTypeChange;
  };
  'DELETE /admin/view-types/{name}': {
    query: { dryRun?: Parameter };
    body: never;
    response: { name: string; dryRun?: boolean };
  };
  'GET /formats': {
    query: { limit?: Parameter; after?: Parameter };
    body: never;
    response: { formats: Array<ListedDocument> };
  };
  'GET /formats/{name}': {
    query: { [name: string]: never };
    body: never;
    response: Format;
  };
  'GET /admin/formats/{name}': {
    query: { [name: string]: never };
    body: never;
    response: Format;
  };
  'PUT /admin/formats/{name}': {
    query: { dryRun?: Parameter };
    body: Format;
    response: { name: string; dryRun?: boolean };
  };
  'DELETE /admin/formats/{name}': {
    query: { dryRun?: Parameter };
    body: never;
    response: { name: string; dryRun?: boolean };
  };
  'GET /schemas/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { [name: string]: any };
  };
  'GET /admin/assets': {
    query: { unused?: Parameter };
    body: never;
    response: { assets: Array<{ name: string; bytes?: number }> };
  };
  'POST /admin/assets': {
    query: { [name: string]: never };
    body: never;
    response: UploadedPicture;
  };
  'GET /assets/{path}': {
    query: { [name: string]: never };
    body: never;
    response: any;
  };
  'DELETE /admin/assets/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { name: string };
  };
  'GET /preview/_style.css': {
    query: { width?: Parameter; text?: Parameter; colors?: Parameter };
    body: never;
    response: never;
  };
  'GET /preview/{route}': {
    query: { user?: Parameter; variant?: Parameter; version?: Parameter; format?: Parameter; release?: Parameter; [name: string]: Parameter; width?: Parameter; theme?: Parameter; text?: Parameter; dir?: Parameter; locale?: Parameter; annotate?: Parameter; at?: Parameter; compare?: Parameter; unsaved?: Parameter; expires?: Parameter; signature?: Parameter; canvas?: Parameter };
    body: never;
    response: never;
  };
  'POST /admin/previews': {
    query: { [name: string]: never };
    body: PreviewLinkRequest;
    response: { errors: Array<Diagnostic> } | PreviewLink;
  };
  'GET /previews': {
    query: { limit?: Parameter; after?: Parameter };
    body: never;
    response: { previews: Array<{ viewType: string }> };
  };
  'GET /previews/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { [name: string]: any };
  };
  'GET /previews/{name}/sample': {
    query: { user?: Parameter; variant?: Parameter; version?: Parameter; format?: Parameter; release?: Parameter; [name: string]: Parameter; width?: Parameter; theme?: Parameter; text?: Parameter; dir?: Parameter; locale?: Parameter; annotate?: Parameter; at?: Parameter; compare?: Parameter; unsaved?: Parameter; expires?: Parameter; signature?: Parameter };
    body: never;
    response: never;
  };
  'GET /admin/preview-templates/{type}': {
    query: { [name: string]: never };
    body: never;
    response: { [name: string]: any };
  };
  'PUT /admin/preview-templates/{type}': {
    query: { dryRun?: Parameter };
    body: { [name: string]: any };
    response: { viewType: string; dryRun?: boolean };
  };
  'DELETE /admin/preview-templates/{type}': {
    query: { dryRun?: Parameter };
    body: never;
    response: { viewType: string; dryRun?: boolean };
  };
  'POST /ofrep/v1/evaluate/flags': {
    query: { [name: string]: never };
    body: EvaluationRequest;
    response: { flags: Array<Evaluation | EvaluationFailure>; eventStreams: Array<EventStream> };
  };
  'POST /ofrep/v1/evaluate/flags/{key}': {
    query: { [name: string]: never };
    body: EvaluationRequest;
    response: Evaluation;
  };
  'GET /ofrep/v1/events': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /api/features/{clientKey}': {
    query: { [name: string]: never };
    body: never;
    response: Features;
  };
  'GET /sub/{clientKey}': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /admin/client-keys': {
    query: { [name: string]: never };
    body: never;
    response: { clientKeys: Array<ListedClientKey> };
  };
  'GET /admin/client-keys/{key}': {
    query: { [name: string]: never };
    body: never;
    response: ClientKey;
  };
  'PUT /admin/client-keys/{key}': {
    query: { [name: string]: never };
    body: ClientKey;
    response: ClientKeyReference;
  };
  'DELETE /admin/client-keys/{key}': {
    query: { [name: string]: never };
    body: never;
    response: ClientKeyReference;
  };
  'GET /admin/webhooks': {
    query: { [name: string]: never };
    body: never;
    response: { webhooks: Array<Webhook> };
  };
  'GET /admin/webhooks/{name}': {
    query: { before?: Parameter; limit?: Parameter };
    body: never;
    response: WebhookWithDeliveries;
  };
  'PUT /admin/webhooks/{name}': {
    query: { [name: string]: never };
    body: NewWebhook;
    response: WebhookWithSecret;
  };
  'DELETE /admin/webhooks/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { name: string };
  };
  'POST /admin/webhooks/{name}/test': {
    query: { [name: string]: never };
    body: never;
    response: WebhookDelivery;
  };
  'POST /admin/webhooks/{name}/deliveries/{id}/retry': {
    query: { [name: string]: never };
    body: never;
    response: WebhookDelivery;
  };
  'GET /admin/screens/{route}': {
    query: { version?: Parameter };
    body: never;
    response: Definition;
  };
  'PUT /admin/screens/{route}': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: Definition;
    response: Published;
  };
  'PATCH /admin/screens/{route}': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: JSONPatch | DefinitionMergePatch;
    response: Published;
  };
  'DELETE /admin/screens/{route}': {
    query: { dryRun?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: never;
    response: Published;
  };
  'PUT /admin/screens/{route}/order': {
    query: { dryRun?: Parameter; section?: Parameter; variant?: Parameter; parent?: Parameter; at?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: Array<string>;
    response: Published;
  };
  'POST /admin/screens/{route}/items': {
    query: { dryRun?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: ItemInsertion;
    response: Published;
  };
  'PUT /admin/screens/{route}/items/{id}': {
    query: { dryRun?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: Item;
    response: Published;
  };
  'DELETE /admin/screens/{route}/items/{id}': {
    query: { dryRun?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: never;
    response: Published;
  };
  'GET /admin/translations': {
    query: { language?: Parameter; state?: Parameter; route?: Parameter };
    body: never;
    response: { default?: string; languages: Array<TranslationCounts>; texts?: Array<TranslatedText> };
  };
  'GET /admin/screens/{route}/translations/{language}': {
    query: { authors?: Parameter };
    body: never;
    response: ScreenTranslation;
  };
  'PUT /admin/screens/{route}/translations/{language}': {
    query: { dryRun?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: Translation;
    response: Published;
  };
  'GET /admin/drafts': {
    query: { [name: string]: never };
    body: never;
    response: { drafts: Array<DraftSummary> };
  };
  'GET /admin/screens/{route}/draft': {
    query: { [name: string]: never };
    body: never;
    response: Draft;
  };
  'PUT /admin/screens/{route}/draft': {
    query: { dryRun?: Parameter; baseVersion?: Parameter };
    body: Definition;
    response: SavedDraft;
  };
  'DELETE /admin/screens/{route}/draft': {
    query: { dryRun?: Parameter };
    body: never;
    response: { route: string; dryRun?: boolean };
  };
  'POST /admin/screens/{route}/publish': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: PublicationTime;
    response: Published | Scheduled;
  };
  'DELETE /admin/screens/{route}/publish': {
    query: { dryRun?: Parameter };
    body: never;
    response: { route: string; schedule: null; dryRun?: boolean };
  };
  'GET /admin/changesets': {
    query: { [name: string]: never };
    body: never;
    response: { changeSets: Array<ChangeSetSummary> };
  };
  'POST /admin/changesets': {
    query: { [name: string]: never };
    body: NewChangeSet;
    response: ChangeSetSummary;
  };
  'GET /admin/changesets/{name}': {
    query: { [name: string]: never };
    body: never;
    response: ChangeSet;
  };
  'DELETE /admin/changesets/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { name: string };
  };
  'PUT /admin/changesets/{name}/content': {
    query: { keep?: Parameter };
    body: ChangeSetContent;
    response: ChangeSet;
  };
  'POST /admin/changesets/{name}/publish': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: PublicationTime;
    response: PublishedChangeSet | ScheduledChangeSet;
  };
  'DELETE /admin/changesets/{name}/publish': {
    query: { [name: string]: never };
    body: never;
    response: { name: string; schedule: null };
  };
  'POST /admin/changesets/{name}/rollback': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter };
    body: never;
    response: PublishedChangeSet;
  };
  'POST /admin/changesets/{name}/rebase': {
    query: { dryRun?: Parameter };
    body: Rebase;
    response: RebasedChangeSet;
  };
  'POST /admin/changesets/{name}/reviews': {
    query: { [name: string]: never };
    body: ReviewRequest;
    response: ChangeSet;
  };
  'GET /admin/screens/{route}/comments': {
    query: { [name: string]: never };
    body: never;
    response: CommentList;
  };
  'POST /admin/screens/{route}/comments': {
    query: { [name: string]: never };
    body: NewComment;
    response: Comment;
  };
  'POST /admin/screens/{route}/comments/{id}/resolve': {
    query: { [name: string]: never };
    body: never;
    response: Comment;
  };
  'GET /admin/changesets/{name}/guests': {
    query: { [name: string]: never };
    body: never;
    response: GuestList;
  };
  'POST /admin/changesets/{name}/guests': {
    query: { [name: string]: never };
    body: GuestLinkRequest;
    response: GuestLink;
  };
  'DELETE /admin/changesets/{name}/guests/{id}': {
    query: { [name: string]: never };
    body: never;
    response: { id: number };
  };
  'GET /c/{name}/review': {
    query: { guest?: Parameter };
    body: never;
    response: never;
  };
  'GET /c/{name}/review/changes': {
    query: { [name: string]: never };
    body: never;
    response: GuestReview;
  };
  'GET /admin/screens/{route}/versions': {
    query: { before?: Parameter; limit?: Parameter };
    body: never;
    response: { versions: Array<Version> };
  };
  'POST /admin/screens/{route}/rollback': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: Rollback;
    response: Published;
  };
  'GET /admin/screens/{route}/diff': {
    query: { from?: Parameter; to?: Parameter };
    body: never;
    response: Difference;
  };
  'GET /admin/audit': {
    query: { before?: Parameter; limit?: Parameter };
    body: never;
    response: { entries: Array<AuditEntry> };
  };
  'POST /admin/diff': {
    query: { [name: string]: never };
    body: ComparisonRequest;
    response: Comparison;
  };
  'POST /admin/merge': {
    query: { [name: string]: never };
    body: MergeRequest;
    response: MergedDefinition;
  };
  'GET /admin/experiments': {
    query: { [name: string]: never };
    body: never;
    response: { experiments: Array<RunningExperiment> };
  };
  'GET /admin/experiments/{key}': {
    query: { [name: string]: never };
    body: never;
    response: RunningExperiment;
  };
  'PATCH /admin/experiments/{key}': {
    query: { dryRun?: Parameter; allowReassignment?: Parameter; guard?: Parameter; supersede?: Parameter; now?: Parameter };
    body: ExperimentPatch;
    response: SteeredExperiment;
  };
  'GET /admin/rollouts': {
    query: { [name: string]: never };
    body: never;
    response: Rollouts;
  };
  'GET /admin/rollouts/{id}': {
    query: { [name: string]: never };
    body: never;
    response: Rollout;
  };
  'POST /admin/rollouts/{id}/hold': {
    query: { [name: string]: never };
    body: never;
    response: Rollout;
  };
  'POST /admin/rollouts/{id}/resume': {
    query: { [name: string]: never };
    body: never;
    response: Rollout;
  };
  'POST /admin/rollouts/{id}/advance': {
    query: { [name: string]: never };
    body: never;
    response: Rollout;
  };
  'POST /admin/rollouts/{id}/finish': {
    query: { [name: string]: never };
    body: never;
    response: Rollout;
  };
  'POST /admin/rollouts/{id}/rollback': {
    query: { [name: string]: never };
    body: never;
    response: Rollout;
  };
  'POST /reports': {
    query: { [name: string]: never };
    body: Report;
    response: ReportReceipt;
  };
  'POST /exposures': {
    query: { [name: string]: never };
    body: ExposureReport;
    response: ExposureReceipt;
  };
  'GET /admin/experiments/{key}/results': {
    query: { [name: string]: never };
    body: never;
    response: Results;
  };
  'GET /admin/experiments/{key}/exposures': {
    query: { format?: Parameter };
    body: never;
    response: never;
  };
  'GET /admin/releases': {
    query: { [name: string]: never };
    body: never;
    response: { releases: Array<ListedRelease> };
  };
  'GET /admin/releases/{platform}/{version}': {
    query: { [name: string]: never };
    body: never;
    response: Release;
  };
  'PUT /admin/releases/{platform}/{version}': {
    query: { [name: string]: never };
    body: Release;
    response: ReleaseReference;
  };
  'DELETE /admin/releases/{platform}/{version}': {
    query: { [name: string]: never };
    body: never;
    response: ReleaseReference;
  };
  'GET /admin/mock/rules': {
    query: { [name: string]: never };
    body: never;
    response: { rules: Array<NamedMockRule> };
  };
  'DELETE /admin/mock/rules': {
    query: { [name: string]: never };
    body: never;
    response: { rules: Array<NamedMockRule> };
  };
  'GET /admin/mock/rules/{name}': {
    query: { [name: string]: never };
    body: never;
    response: NamedMockRule;
  };
  'PUT /admin/mock/rules/{name}': {
    query: { [name: string]: never };
    body: MockRule;
    response: MockRuleReference;
  };
  'DELETE /admin/mock/rules/{name}': {
    query: { [name: string]: never };
    body: never;
    response: MockRuleReference;
  };
  'GET /admin/mock/scenario': {
    query: { [name: string]: never };
    body: never;
    response: Scenarios;
  };
  'PUT /admin/mock/scenario': {
    query: { [name: string]: never };
    body: ScenarioRequest;
    response: Scenarios;
  };
  'DELETE /admin/mock/scenario': {
    query: { [name: string]: never };
    body: never;
    response: Scenarios;
  };
  'GET /admin/mock/state': {
    query: { [name: string]: never };
    body: never;
    response: MockState;
  };
  'PUT /admin/mock/state': {
    query: { [name: string]: never };
    body: MockStateRequest;
    response: MockState;
  };
  'DELETE /admin/mock/state': {
    query: { [name: string]: never };
    body: never;
    response: MockState;
  };
  'GET /admin/mock/endpoints': {
    query: { [name: string]: never };
    body: never;
    response: MockEndpoints;
  };
  'DELETE /admin/mock/endpoints': {
    query: { [name: string]: never };
    body: never;
    response: MockEndpoints;
  };
  'POST /admin/mock/match': {
    query: { [name: string]: never };
    body: EndpointRequest;
    response: EndpointMatch;
  };
  'GET /admin/mock/endpoints/{name}': {
    query: { [name: string]: never };
    body: never;
    response: MockEndpoint;
  };
  'PUT /admin/mock/endpoints/{name}': {
    query: { [name: string]: never };
    body: EndpointDocument;
    response: { name: string };
  };
  'DELETE /admin/mock/endpoints/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { name: string };
  };
  'GET /admin/sessions': {
    query: { [name: string]: never };
    body: never;
    response: { sessions: Array<Session> };
  };
  'POST /admin/sessions': {
    query: { [name: string]: never };
    body: SessionRequest;
    response: Session;
  };
  'DELETE /admin/sessions': {
    query: { [name: string]: never };
    body: never;
    response: { sessions: Array<Session> };
  };
  'GET /admin/sessions/{id}': {
    query: { [name: string]: never };
    body: never;
    response: Session;
  };
  'DELETE /admin/sessions/{id}': {
    query: { [name: string]: never };
    body: never;
    response: { id: string };
  };
  'GET /admin/requests': {
    query: { route?: Parameter; user?: Parameter; status?: Parameter; variant?: Parameter; path?: Parameter; method?: Parameter; since?: Parameter; before?: Parameter; limit?: Parameter };
    body: never;
    response: RecordedRequests;
  };
  'DELETE /admin/requests': {
    query: { [name: string]: never };
    body: never;
    response: RecordedRequests;
  };
  'GET /admin/requests/count': {
    query: { route?: Parameter; user?: Parameter; status?: Parameter; variant?: Parameter; path?: Parameter; method?: Parameter; since?: Parameter; before?: Parameter };
    body: never;
    response: Count;
  };
  'GET /admin/requests/har': {
    query: { route?: Parameter; user?: Parameter; status?: Parameter; variant?: Parameter; path?: Parameter; method?: Parameter; since?: Parameter; before?: Parameter; limit?: Parameter };
    body: never;
    response: { log: { [name: string]: any } };
  };
  'GET /admin/requests/events': {
    query: { route?: Parameter; user?: Parameter; status?: Parameter; variant?: Parameter; path?: Parameter; method?: Parameter };
    body: never;
    response: never;
  };
  'POST /admin/requests/verify': {
    query: { [name: string]: never };
    body: RequestExpectation;
    response: Count;
  };
  'POST /admin/replay': {
    query: { [name: string]: never };
    body: Replay;
    response: ReplayResult;
  };
  'GET /admin/tokens': {
    query: { [name: string]: never };
    body: never;
    response: { tokens: Array<Token> };
  };
  'GET /admin/tokens/{name}': {
    query: { [name: string]: never };
    body: never;
    response: Token;
  };
  'PUT /admin/tokens/{name}': {
    query: { [name: string]: never };
    body: TokenRequest;
    response: CreatedToken;
  };
  'DELETE /admin/tokens/{name}': {
    query: { [name: string]: never };
    body: never;
    response: { name: string };
  };
  'POST /admin/presence/{route}': {
    query: { [name: string]: never };
    body: Presence;
    response: { others: Array<Visitor> };
  };
  'POST /admin/session': {
    query: { [name: string]: never };
    body: SignIn;
    response: never;
  };
  'GET /admin/session': {
    query: { [name: string]: never };
    body: never;
    response: ConsoleSession;
  };
  'DELETE /admin/session': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /console': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /console/{path}': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /health': {
    query: { [name: string]: never };
    body: never;
    response: { status: "ok"; store: "available" | "unavailable"; revision: number; staleFor: number };
  };
  'GET /version': {
    query: { [name: string]: never };
    body: never;
    response: { name: string; version: string };
  };
  'GET /metrics': {
    query: { [name: string]: never };
    body: never;
    response: never;
  };
  'GET /openapi.json': {
    query: { [name: string]: never };
    body: never;
    response: { [name: string]: any };
  };
}

// In two parts: tsc compares types only to a depth of about a hundred choices.
type AdminTemplate<P extends string> =
  P extends `/admin/webhooks/${string}/deliveries/${string}/retry` ? '/admin/webhooks/{name}/deliveries/{id}/retry' :
  P extends `/admin/screens/${string}/comments/${string}/resolve` ? '/admin/screens/{route}/comments/{id}/resolve' :
  P extends `/admin/experiments/${string}/exposures` ? '/admin/experiments/{key}/exposures' :
  P extends `/admin/screens/${string}/translations/${string}` ? '/admin/screens/{route}/translations/{language}' :
  P extends `/admin/changesets/${string}/rollback` ? '/admin/changesets/{name}/rollback' :
  P extends `/admin/experiments/${string}/results` ? '/admin/experiments/{key}/results' :
  P extends `/admin/changesets/${string}/content` ? '/admin/changesets/{name}/content' :
  P extends `/admin/changesets/${string}/guests/${string}` ? '/admin/changesets/{name}/guests/{id}' :
  P extends `/admin/changesets/${string}/publish` ? '/admin/changesets/{name}/publish' :
  P extends `/admin/changesets/${string}/reviews` ? '/admin/changesets/{name}/reviews' :
  P extends `/admin/changesets/${string}/guests` ? '/admin/changesets/{name}/guests' :
  P extends `/admin/changesets/${string}/rebase` ? '/admin/changesets/{name}/rebase' :
  P extends `/admin/preview-templates/${string}` ? '/admin/preview-templates/{type}' :
  P extends `/admin/rollouts/${string}/rollback` ? '/admin/rollouts/{id}/rollback' :
  P extends `/admin/rollouts/${string}/advance` ? '/admin/rollouts/{id}/advance' :
  P extends `/admin/screens/${string}/comments` ? '/admin/screens/{route}/comments' :
  P extends `/admin/screens/${string}/rollback` ? '/admin/screens/{route}/rollback' :
  P extends `/admin/screens/${string}/versions` ? '/admin/screens/{route}/versions' :
  P extends `/admin/view-types/${string}/swift` ? '/admin/view-types/{name}/swift' :
  P extends `/admin/rollouts/${string}/finish` ? '/admin/rollouts/{id}/finish' :
  P extends `/admin/rollouts/${string}/resume` ? '/admin/rollouts/{id}/resume' :
  P extends `/admin/screens/${string}/publish` ? '/admin/screens/{route}/publish' :
  P extends `/admin/mock/endpoints/${string}` ? '/admin/mock/endpoints/{name}' :
  P extends `/admin/requests/events` ? '/admin/requests/events' :
  P extends `/admin/requests/verify` ? '/admin/requests/verify' :
  P extends `/admin/screens/${string}/items/${string}` ? '/admin/screens/{route}/items/{id}' :
  P extends `/admin/mock/endpoints` ? '/admin/mock/endpoints' :
  P extends `/admin/requests/count` ? '/admin/requests/count' :
  P extends `/admin/rollouts/${string}/hold` ? '/admin/rollouts/{id}/hold' :
  P extends `/admin/screens/${string}/draft` ? '/admin/screens/{route}/draft' :
  P extends `/admin/screens/${string}/items` ? '/admin/screens/{route}/items' :
  P extends `/admin/screens/${string}/order` ? '/admin/screens/{route}/order' :
  P extends `/admin/webhooks/${string}/test` ? '/admin/webhooks/{name}/test' :
  P extends `/admin/mock/scenario` ? '/admin/mock/scenario' :
  P extends `/admin/screens/${string}/diff` ? '/admin/screens/{route}/diff' :
  P extends `/admin/client-keys/${string}` ? '/admin/client-keys/{key}' :
  P extends `/admin/experiments/${string}` ? '/admin/experiments/{key}' :
  P extends `/admin/requests/har` ? '/admin/requests/har' :
  P extends `/admin/translations` ? '/admin/translations' :
  P extends `/admin/changesets/${string}` ? '/admin/changesets/{name}' :
  P extends `/admin/client-keys` ? '/admin/client-keys' :
  P extends `/admin/experiments` ? '/admin/experiments' :
  P extends `/admin/mock/rules/${string}` ? '/admin/mock/rules/{name}' :
  P extends `/admin/view-types/${string}` ? '/admin/view-types/{name}' :
  P extends `/admin/changesets` ? '/admin/changesets' :
  P extends `/admin/mock/match` ? '/admin/mock/match' :
  P extends `/admin/mock/rules` ? '/admin/mock/rules' :
  P extends `/admin/mock/state` ? '/admin/mock/state' :
  P extends `/admin/releases/${string}/${string}` ? '/admin/releases/{platform}/{version}' :
  P extends `/admin/presence/${string}` ? '/admin/presence/{route}' :
  P extends `/admin/rollouts/${string}` ? '/admin/rollouts/{id}' :
  P extends `/admin/sessions/${string}` ? '/admin/sessions/{id}' :
  P extends `/admin/webhooks/${string}` ? '/admin/webhooks/{name}' :
  P extends `/admin/formats/${string}` ? '/admin/formats/{name}' :
  P extends `/admin/previews` ? '/admin/previews' :
  P extends `/admin/releases` ? '/admin/releases' :
  P extends `/admin/requests` ? '/admin/requests' :
  P extends `/admin/rollouts` ? '/admin/rollouts' :
  P extends `/admin/screens/${string}` ? '/admin/screens/{route}' :
  P extends `/admin/sessions` ? '/admin/sessions' :
  P extends `/admin/webhooks` ? '/admin/webhooks' :
  P extends `/admin/assets/${string}` ? '/admin/assets/{name}' :
  P extends `/admin/session` ? '/admin/session' :
  P extends `/admin/tokens/${string}` ? '/admin/tokens/{name}' :
  P extends `/admin/assets` ? '/admin/assets' :
  P extends `/admin/drafts` ? '/admin/drafts' :
  P extends `/admin/replay` ? '/admin/replay' :
  P extends `/admin/tokens` ? '/admin/tokens' :
  P extends `/admin/audit` ? '/admin/audit' :
  P extends `/admin/merge` ? '/admin/merge' :
  P extends `/admin/diff` ? '/admin/diff' :
  never;
type OtherTemplate<P extends string> =
  P extends `/ofrep/v1/evaluate/flags/${string}` ? '/ofrep/v1/evaluate/flags/{key}' :
  P extends `/ofrep/v1/evaluate/flags` ? '/ofrep/v1/evaluate/flags' :
  P extends `/preview/_style.css` ? '/preview/_style.css' :
  P extends `/c/${string}/review/changes` ? '/c/{name}/review/changes' :
  P extends `/previews/${string}/sample` ? '/previews/{name}/sample' :
  P extends `/screens/${string}/explain` ? '/screens/{route}/explain' :
  P extends `/ofrep/v1/events` ? '/ofrep/v1/events' :
  P extends `/screens/${string}/events` ? '/screens/{route}/events' :
  P extends `/api/features/${string}` ? '/api/features/{clientKey}' :
  P extends `/openapi.json` ? '/openapi.json' :
  P extends `/screens/${string}/arm` ? '/screens/{route}/arm' :
  P extends `/view-types/${string}` ? '/view-types/{name}' :
  P extends `/view-types` ? '/view-types' :
  P extends `/c/${string}/review` ? '/c/{name}/review' :
  P extends `/exposures` ? '/exposures' :
  P extends `/previews/${string}` ? '/previews/{name}' :
  P extends `/console/${string}` ? '/console/{path}' :
  P extends `/formats/${string}` ? '/formats/{name}' :
  P extends `/preview/${string}` ? '/preview/{route}' :
  P extends `/previews` ? '/previews' :
  P extends `/schemas/${string}` ? '/schemas/{name}' :
  P extends `/screens/${string}` ? '/screens/{route}' :
  P extends `/assets/${string}` ? '/assets/{path}' :
  P extends `/console` ? '/console' :
  P extends `/formats` ? '/formats' :
  P extends `/metrics` ? '/metrics' :
  P extends `/reports` ? '/reports' :
  P extends `/screens` ? '/screens' :
  P extends `/version` ? '/version' :
  P extends `/events` ? '/events' :
  P extends `/health` ? '/health' :
  P extends `/sub/${string}` ? '/sub/{clientKey}' :
  P extends `/` ? '/' :
  never;

/** The path template of an address. */
export type Template<P extends string> = P extends `/admin/${string}` ? AdminTemplate<P> : OtherTemplate<P>;

/** The address itself if the API has it. */
export type Address<P extends string> = Template<P> extends never ? never : P;

/** The operation of a method and an address; never if the API does not have it. */
export type Operation<M extends string, P extends string> =
  `${M} ${Template<P>}` extends keyof Operations ? Operations[`${M} ${Template<P>}`] : never;
