/**
 * Phrases of the dialect that this repository had grown, and what to write instead. A phrase is a regular expression in
 * which a space also matches a line break in prose or a comment. It must mark the dialect wherever it occurs: leave a
 * word out that is also used rightly.
 */
export const phrases: readonly (readonly [phrase: string, instead: string])[] = [
  // Who acts, and who learns of it
  ["whoever", "name the actor: the operator, the caller, the user"],
  ["nobody", "no one, or name the actor: “no process retries it”"],
  ["somebody", "an operator, a user"],
  ["anybody", "anyone"],
  ["everybody", "everyone, all users"],
  ["(?:another|each other one|this one)'s", "“of another merchant”, “of another process”"],
  [
    "(?:for|by|to|of|with|without|until|before|that|where|as|tells?|told|needs?|shows?|asks?|notif(?:y|ies)) people",
    "the operator, an on-call engineer, a maintainer",
  ],
  [
    "people (?:are|were|must|should|have|look|decide|find|found|resolved?|hear|see|do|did|know|knew|end|ended|can|cannot|can't|who|enter|entered|said|say|wait|may|act|need)",
    "the operator, an on-call engineer, a maintainer",
  ],
  ["(?:is|are|was|were|be|been|being) (?:not |never |even |also |only |once |then )?told", "is notified, is reported"],
  ["even told", "reported"],
  ["told (?:of|that|what|which|whether|how|about|why|where|once|at once)", "notified of, reported"],
  ["tells", "reports, returns, shows, says"],
  ["tell people", "notify the operator"],
  ["(?:told|tells?|telling|says?|said) apart", "distinguished, distinguishes"],
  ["(?:is|are|was|were|be|been) heard", "is received, is answered"],
  ["heard (?:of|an?|no|the|nothing|by|from|about|that|what)", "received, learned of"],
  ["hears? (?:of|nothing|about|that|from|no|the|an?|it)", "receives, is notified of"],
  ["(?:is|are|was|were|be) said", "is reported, is shown"],
  ["(?:says?|said) (?:nothing )?of", "says about, reports for"],
  ["(?:and|or|it|which|that|page|command) says? so", "reports it"],
  ["asks? of|asked of", "requires of, requests from"],
  ["(?:is|are|was|were|be|been) (?:not |never )?believed", "is trusted, is accepted"],
  ["(?:is|are|was|were|be|been) (?:not |never )?judged", "is checked"],
  ["(?:is|are|was|were) (?:not )?wanted", "is expected, is required"],
  [
    "(?:network|bank|provider|gateway|database|store|server) (?:says|said|tells|told|thinks|wants|knew|hears|heard|learns|believes)",
    "the provider reports, answers, returns",
  ],
  [
    "(?:network|bank|provider|gateway|database|store|service|server) (?:is|was|are|were|has been) asked",
    "is called, is queried",
  ],
  ["answers (?:what|whether|how|which|true|false|null|undefined)", "returns"],
  ["says? no(?=[.,;:)]| (?:at|to|by|in|until|so|and|as|once|that|where|again))", "refuses, returns 503"],
  ["names (?:no|none|neither|nothing)", "has no, contains no"],
  ["waits? for (?:no|none|a person)", "doesn't wait for; waits for an operator"],

  // Outcomes
  ["what (?:has |have |had )?(?:come|came|comes|becomes|became|become) of", "the outcome of"],
  ["(?:come|comes|came|coming) of (?:it|one|them|this|that|all)", "results from"],
  ["(?:whose|its|their|card's) (?:name|names) (?:is|was|are|were) lost", "token unknown"],
  ["(?:is|are|was|were|been|be|being) given up", "is abandoned, has run out of retries"],
  ["in vain", "without result"],

  // Money and cards
  ["(?:give|gives|given|gave|giving)(?: \\w+){0,3} back", "refund (money), release (a token or card)"],
  ["(?:ask|asks|asked|asking|take|takes|took|taken|taking)(?: \\w+)? back", "refund, release, withdraw"],
  ["(?:money|amount|token|card|that|which) (?:goes|went|has gone|is going) back", "is refunded, is released"],
  ["(?:take|takes|took|taken|taking)(?: \\w+){0,2} off", "deducts (money), strips (a prefix)"],
  ["(?:provider|bank|gateway|network|emulator)'s book", "the provider's records"],
  ["(?:secrets?|keys?|passwords?)(?: is| are| was| were| has been)? exchang(?:e|es|ed|ing)", "is rotated"],
  [
    "exchang(?:e|es|ed|ing) (?:it|(?:the |a |its |their |an )?(?:\\w+ )?(?:secrets?|keys?|passwords?))",
    "rotate (a secret, keys)",
  ],

  // Invalid, absent, equal
  ["(?<!there )(?:is|are|was|were) none", "is invalid, is absent, is not a …"],
  ["(?:that|it|which|they) (?:is|was|are|were) no(?= )(?! (?:longer|more|such|other|one|less|way))", "is not a …"],
  ["if (?:one|any) (?:is|was|are|does|has)(?=[.,;:)])", "if present, if any"],
  ["(?:null|undefined|true|false|0|empty) where", "null if"],
  ["nothing of (?:the|it|its|an?|them|that|this|what|their|those)", "none of, no part of"],
  ["(?:is|are|was|were) (?:that|those) of", "equals, is the … of"],
  ["(?:is|are|was|were) (?:the|an?|its) \\w+'s(?=[.,;:)]| own[.,;:)]| to )", "belongs to, matches the database's"],
  ["(?:is|are|was|were) (?:not )?(?:ours|theirs|yours|its own)(?=[.,;:)]| to )", "belongs to"],
  ["of (?:ours|theirs|yours)", "our …, their …"],
  ["taken for", "mistaken for, treated as"],
  ["an? text(?= (?:that|of|is|in|with|for|has|may|without|from|which)|[.,;:)])", "a string, text, a message"],
  ["as far as (?:it|they|its|there) (?:is|are|was|were|has|have|goes|go|can|could)", "if, unless, where"],
  ["so it should(?: be)?", "as expected"],
  ['(?:is|are|was|were) well(?=[.,;:)`"])', "is healthy, is correct"],
  ["names no century|the days of this one", "say what the value lacks"],

  // Time and order
  ["(?:at|of|in|from) (?:one|two|several|a single|the same) moments?", "at the same time, with equal timestamps"],
  ["very moment|moments? (?:at|in|from|on) which", "when, the time at which"],
  ["look(?:s|ed|ing)? (?:\\w+ )?(?:for|at) again", "re-check, retry"],
  ["once more", "again"],
  ["(?:last|second|later|another) looks?(?!-)", "the final look-up, a re-check"],
  ["anew", "again, re-created"],
  ["for ever", "permanently, without limit"],
  ["for good", "permanently, is final"],
  ["at night", "out of hours"],
  ["by chance", "at random"],
  ["(?:goes|went|go|gone) on", "continues"],
  ["(?:has|have|had) begun", "has started, in progress"],
  ["let (?:the|its|all) \\w+ begin", "start the …"],
  ["of its own accord", "automatically"],

  // State and place
  [
    "(?:stands?|stood|standing) (?:in|there|here|at|on|under|below|above|among|behind|beside|before|after|between|by|as|alone|apart|near|next|open|still|first|last|only|so|where|with|without|for good|elsewhere|outside|inside)",
    "is, is stored in, is listed in, is final",
  ],
  ["(?:it|that|what|they|which|nothing) (?:stands?|stood)", "is, applies, is final"],
  ["stays? (?:as|where|what|how) (?:it|they) (?:is|was|are|were)", "is unchanged"],
  ["(?:come|comes|came|coming) to rest", "become idle, settle"],
  ["(?:is|are|was|were|all|not|once|when|everything|has come) at rest", "is idle, has settled"],
  ["lives? on", "is stored on"],
  ["out of reach", "unavailable, unreachable"],
  [
    "(?:database|server|store|bank|network|provider|gateway|service|coordinator|limiter|node|it)(?: is| was| are| were| stays| has been) away",
    "is down, is unavailable",
  ],
  ["(?:tak(?:e|es|en|ing)|took) the place of", "replaces"],
  ["still (?:be )?on (?:its|their) way", "in flight, in transit"],
  ["(?:has|have|had) died", "was killed, has exited"],
  ["lets? (?:\\w+ ){0,2}through", "accepts, allows"],

  // Changes
  ["mend(?:s|ed|ing)?", "fix"],
  ["set(?:s|ting)? (?:\\w+ )?right(?! (?:after|before|now|side))", "corrects"],
  ["(?:is|are|was|were|be|been|being) forgotten", "is purged, is deleted, has expired"],
  [
    "forgets? (?:its|old|what|them|those|all|everything|commits?|records?|keys?|one|no)",
    "purge, delete; omit, ignore (a bug)",
  ],
  [
    "(?:make|makes|made|making) (?:an?|the|no|another|each|every|its|their|new|one|two) (?:\\w+ )?(?:records?|attempts?|merchants?|keys?|links?|sessions?|operators?|batch|batches|settlements?|secrets?|databases?|folders?|files?|tables?|tokens?|sellers?|endpoints?|receipts?|entry|entries)",
    "create",
  ],
];

/** A hit that stays: the phrase is quoted, or is right there. `text` is part of its line. */
export const exceptions: readonly { readonly path: string; readonly text: string; readonly reason: string }[] = [
  {
    path: "CONTRIBUTING.md",
    text: "| Who is not patient waits for no record |",
    reason: "An example of what not to write.",
  },
  {
    path: "packages/wonflow/src/settings/secret-setting.ts",
    text: "characters that nobody knows",
    reason: "A secret that pages have shown is refused as it was written.",
  },
];
