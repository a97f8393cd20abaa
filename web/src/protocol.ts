// Written by web/scripts/write_protocol.py from the server's definitions; do not edit.
/* eslint-disable */

export const PROTOCOL = 3;

export type AbsenceChoice = "wait" | "ai" | "end";

export type DiceChoice = "app" | "sealed" | "typed";

export type DiceSource = "app" | "typed";

export type Kind = "choose one" | "choose several" | "yes or no" | "allocate" | "place" | "move" | "target area" | "number" | "words" | "typed dice" | "fill in";

export type Role = "player" | "ally" | "game master" | "spectator" | "table screen";

export type Sitting = "here" | "elsewhere" | "ai";

export type Status = "gathering" | "running" | "over" | "ended";

export type Who = "person" | "ai" | "open";

/** A message was carried out; an answer is on the disk. */
export interface Accepted {
  type: "accepted";
  game: string;
  request: number;
  about: string;
  number: number | null;
}

/** What our AI would answer, best first, with reasons. */
export interface Advice {
  type: "hint";
  game: string;
  request: number;
  seat: string;
  number: number;
  advice: Advised[];
}

/** An answer that our AI would consider, and why. */
export interface Advised {
  answer: unknown;
  label: string;
  reasons: string[];
  rules: string[];
}

/** Somebody who goes along, and where to. */
export interface Along {
  who: string;
  at: [number, number];
}

/** What does each listed answer need? */
export interface AskChances {
  type: "ask_chances";
  request?: number;
  seat: string;
  number: number;
}

/** What would the AI do? */
export interface AskHint {
  type: "ask_hint";
  request?: number;
  seat: string;
  number: number;
}

/** Would this answer be accepted? Nothing is answered by asking. */
export interface AskJudgement {
  type: "ask_judgement";
  request?: number;
  seat: string;
  number: number;
  answer: unknown;
}

/** What may follow from this answer, or from a plan that begins with it? */
export interface AskOdds {
  type: "ask_odds";
  request?: number;
  seat: string;
  number: number;
  answer: unknown;
  then?: PlannedAnswer[];
}

/** Which answers are proposed, where the question names only the first? */
export interface AskOptions {
  type: "ask_options";
  request?: number;
  seat: string;
  number: number;
}

/** What does this unit see and reach, and who threatens it, as far as the eyes in use may know? */
export interface AskOutlook {
  type: "ask_outlook";
  request?: number;
  unit: string;
}

/** What would a gesture do, and with what chance? Nothing is answered by asking. */
export interface AskSketch {
  type: "ask_sketch";
  request?: number;
  seat: string;
  number: number;
  intention: Intention;
}

/** A state that is worth a word on the table: "shaken", "in close order". */
export interface Badge {
  word: string;
  rule?: string;
  worse?: boolean;
}

/** Everything that changed for one viewer since its previous batch. */
export interface Batch {
  type: "batch";
  game: string;
  viewer: string | null;
  number: number;
  previous: number;
  first_event: number;
  events: Told[];
  showing: Shown | null;
  waiting_for: string[];
  question: Question | null;
  result: Result | null;
  secret: boolean;
}

/** A field of a form: one of its words, or where it has none a whole number between two limits. */
export interface Blank {
  key: string;
  label: string;
  usual: unknown;
  words?: Word[];
  least?: number;
  most?: number;
  column?: string;
  about?: string[];
  rules?: string[];
}

/** A book on the shelf. */
export interface BookCard {
  id: string;
  title: string;
  prefix: string;
  version: string;
  rules: number;
  ready: boolean;
  cover: Cover;
  first: boolean;
  on_my_table: boolean;
}

/** What comes of an answer, or of a purse as it is spent now: a figure, large, and what it is. */
export interface Brings {
  figure: string;
  label: string;
  rule?: string;
  chance?: number | null;
}

/** What was answered by itself; only the eyes of its own seat are told. */
export interface ByItself {
  type: "by_itself";
  game: string;
  seat: string;
  given: Given[];
  whole: boolean;
}

/** What an answer needs at once. */
export interface Chance {
  answer: unknown;
  needs: Needs | null;
}

/** What each listed answer needs at once. */
export interface Chances {
  type: "chances";
  game: string;
  request: number;
  seat: string;
  number: number;
  chances: Chance[];
}

/** From now on roll this seat's dice here, or on the real table. */
export interface ChangeDice {
  type: "change_dice";
  request?: number;
  seat: string;
  source: DiceSource;
}

/** Squares seen from above, darker the more there is of one thing, with a disc for another. Rows are told from the north, and each from the west. */
export interface Chart {
  shade: string;
  shades: number[][];
  darkest: number;
  disc: string;
  discs: number[][];
  largest: number;
  ways?: string[][];
  table?: [number, number, number, number] | null;
}

/** One of the options; they say everything. */
export interface Choosing {
  form: "choosing";
  thrown?: Thrown | null;
  purses?: Purse[];
}

/** Where the game stands in its course. */
export interface Clock {
  round?: number;
  turn?: number;
  side?: number | null;
  step?: string;
  last?: boolean;
  steps?: string[];
  rounds?: number;
  task?: string;
}

/** Agree or not to an undo, to other dice or to a draw that somebody asked for. */
export interface Consent {
  type: "consent";
  request?: number;
  seat: string;
  undo: number;
  agrees: boolean;
}

/** A way to set right what the program believes of a real table; it is given as a ruling. */
export interface Correction {
  ruling: string;
  label: string;
  about?: "" | "figure" | "marker" | "piece";
  asks_place?: boolean;
  fields?: FormField[];
  facts?: Record<string, unknown>;
  rule?: string;
}

/** A whole number between two limits. */
export interface Counting {
  form: "counting";
  least: number;
  most: number;
}

/** The chance of the first side after one answer. */
export interface CoursePoint {
  at: number;
  place: number;
  chance: number;
}

/** How a book looks on the shelf. */
export interface Cover {
  colour?: string;
  glyph?: string;
  corners?: string;
  line?: string;
  who?: string;
}

/** Something that deserves to be told again. */
export interface Deed {
  unit: string;
  name: string;
  side: number;
  words: string;
  rules?: string[];
}

/** Somebody wants to leave sealed dice for those of the real table; told again when it is settled. */
export interface DiceAsked {
  type: "dice_asked";
  game: string;
  undo: number;
  by: string;
  missing: string[];
  done: boolean | null;
  refused_by: string;
}

/** Somebody offers a draw; told again when it is settled. */
export interface DrawAsked {
  type: "draw_asked";
  game: string;
  undo: number;
  by: string;
  missing: string[];
  done: boolean | null;
  refused_by: string;
}

/** The first message: who this device is. */
export interface Enter {
  type: "enter";
  request?: number;
  token: string;
  watch?: string | null;
  since?: number | null;
}

/** One line of a card. */
export interface Fact {
  label: string;
  value: string;
  meaning?: string;
  rules?: string[];
  says?: string;
}

/** A unit, from its first to its last strength. */
export interface Fate {
  unit: string;
  name: string;
  kind: string;
  side: number;
  seat: string;
  full: number;
  left: number;
  place?: string;
  losses?: Loss[];
}

/** Several numbers and choices at a stroke. */
export interface Filling {
  form: "filling";
  blanks: Blank[];
  steps?: Step[];
}

/** A force to be checked. */
export interface Force {
  force: unknown;
  options?: Record<string, unknown>;
  against?: unknown[];
}

/** A force that is ready to play. */
export interface ForceOffer {
  id: string;
  name: string;
  sentence?: string;
  rule?: string;
  points?: number;
  units?: string[];
  text?: string;
  collection?: string;
}

/** What a book says of a force that somebody has written. */
export interface ForceVerdict {
  legal: boolean;
  name: string;
  points: number;
  limit: number | null;
  reasons: Refusal[];
  text: string;
  data: Record<string, unknown> | null;
  code: string;
  units: UnitOffer[];
  waived: number;
  advice: Refusal[];
}

/** Something that can be chosen for a field. */
export interface FormChoice {
  value: string | number;
  label?: string;
  points?: number;
  sentence?: string;
  rule?: string;
}

/** One thing that a form says. */
export interface FormField {
  name: string;
  label: string;
  kind: "number" | "one of" | "several of" | "words" | "yes or no";
  choices?: FormChoice[];
  default?: unknown;
  least?: number | null;
  most?: number | null;
  sentence?: string;
  rule?: string;
  only_if?: string;
  resets?: string[];
}

/** One step of a replay. */
export interface Frame {
  events: Told[];
  showing: Showing | null;
  waiting_for: string[];
  prompt: string;
  seat: string;
  answer: unknown;
  words: string;
}

/** A game as everybody may know it. */
export interface GameCard {
  game: string;
  book: string;
  title: string;
  scenario: string;
  scenario_title: string;
  status: Status;
  seats: Seat[];
  open_seats: string[];
  code: string;
  created: string;
  played: string;
  words: string;
  commitment: string;
}

/** Something that fills up, and what happens when it is full. */
export interface Gauge {
  label: string;
  value: number;
  limit: number;
  meaning?: string;
  rules?: string[];
}

/** An answer to the open question of a seat. */
export interface GiveAnswer {
  type: "answer";
  request?: number;
  seat: string;
  number: number;
  answer: unknown;
}

/** Answers one after the other, each checked when its question is open; the first surprise ends it. */
export interface GivePlan {
  type: "plan";
  request?: number;
  seat: string;
  number: number;
  answers: PlannedAnswer[];
}

/** Rule as Game Master, or as the only player. */
export interface GiveRuling {
  type: "give_ruling";
  request?: number;
  seat: string;
  ruling: string;
  facts?: Record<string, unknown>;
}

/** An answer that nobody had to give. */
export interface Given {
  line: number;
  number: number;
  by: string;
  asked: string;
  answer: string;
}

/** What lay on the table and does not any more, by its id. */
export interface Gone {
  units?: string[];
  markers?: string[];
}

/** The table: its width from west to east, its depth from south to north, and the pieces on it. */
export interface Ground {
  width: number;
  depth: number;
  pieces: Piece[];
}

/** Each of several things goes to one of several holders. */
export interface Handing {
  form: "handing";
  things: Record<string, string>;
  holders: Record<string, string>;
  room?: Record<string, number>;
  faces?: Record<string, number>;
  sides?: number;
  dyes?: Record<string, "black" | "blue" | "green" | "grey" | "plum" | "red">;
  notes?: Record<string, string>;
}

/** Whether the server is well. */
export interface Health {
  ok: boolean;
  version: string;
  protocol: number;
  rooms: number;
}

/** Where this device has come; sent after `enter`, after `watch`, and when the game begins. */
export interface Hello {
  type: "hello";
  game: string;
  book: string;
  title: string;
  scenario: string;
  code: string;
  status: Status;
  role: Role;
  your_seats: string[];
  viewer: string | null;
  seats: Seat[];
  batch: number;
  rulings: string[];
  protocol: number;
  sealed: Record<string, unknown> | null;
  standing: OrderOffer[];
  orders: Record<string, Record<string, string>>;
}

/** A word to a newcomer at the moment it matters: a few plain sentences with the rules behind them. */
export interface Hint {
  text: string;
  rules: string[];
}

/** Do what a gesture means, in the first way that a sketch of it finds. */
export interface Intend {
  type: "intend";
  request?: number;
  seat: string;
  number: number;
  intention: Intention;
}

/** What a gesture means. */
export interface Intention {
  who?: string;
  deed?: string;
  at?: [number, number] | null;
  target?: string;
  along?: Along[];
}

/** A code for one device. */
export interface Invitation {
  code: string;
  link: string;
  role: Role;
  seat: string;
}

/** An invitation to see through the eyes of a seat, or to sit in it. */
export interface Inviting {
  role?: "ally" | "player";
  seat?: string;
}

/** A device has a place; the token proves it, and is shown only here. */
export interface Joined {
  game: string;
  code: string;
  token: string;
  role: Role;
  seats: string[];
  link: string;
}

/** A device that wants to join. */
export interface Joining {
  code: string;
  role?: Role;
  seat?: string;
  force?: unknown;
  name?: string;
  salt?: string;
}

/** Whether an answer would be accepted. */
export interface Judged {
  type: "judged";
  game: string;
  request: number;
  seat: string;
  number: number;
  refusal: Refusal | null;
  words: string;
}

/** A word to a newcomer at the first question of some topics, in whatever scenario. */
export interface Lesson {
  at: string[];
  text: string;
  rules?: string[];
}

/** One thing that may come true, and how likely it is. */
export interface Line {
  words: string;
  chance: number;
  unit?: string;
  what?: "" | "goes on" | "place" | "state" | "strength" | "unhurt";
}

/** The line from a unit to one enemy: how far, and whether anything is in the way. */
export interface Look {
  unit: string;
  start: [number, number];
  end: [number, number];
  inches: number;
  how?: "clear" | "cover" | "hidden";
  words?: string;
  stop?: [number, number] | null;
  can?: string[];
  rules?: string[];
}

/** What a unit sees and reaches, and who threatens it. */
export interface Looked {
  type: "looked";
  game: string;
  request: number;
  viewer: string | null;
  unit: string;
  outlook: Outlook | null;
}

/** What a unit lost at one stroke. */
export interface Loss {
  round: number;
  turn: number;
  place: number;
  amount: number;
  by?: string;
  gone?: string;
}

/** The luck of one seat over a whole game. */
export interface LuckAccount {
  seat: string;
  dice: number;
  hits: Tally;
  tests: Tally;
  all: Tally;
  words: string[];
  best: Roll | null;
  worst: Roll | null;
}

/** A unit on a small map. */
export interface Mark {
  unit: string;
  name: string;
  side: number;
  at: [number, number];
  came?: [number, number] | null;
  strength?: number;
  full?: number;
  word?: string;
  mood?: "" | "broken" | "worse";
}

/** A token of the scenario. */
export interface Marker {
  id: string;
  kind: string;
  at: [number, number];
  size?: [number, number];
  word?: string;
  glyph?: string;
  target?: boolean;
}

/** Places on the ground: of a whole unit, of one figure, or of one thing that is laid down. */
export interface Measuring {
  form: "measuring";
  unit?: string;
  models?: number;
  radius?: number;
  inches?: number | null;
  is_formed?: boolean;
  can_turn?: boolean;
  zone?: unknown;
}

/** A game on another machine of this network. */
export interface NearbyGame {
  title: string;
  book: string;
  host: string;
  link: string;
  open_seats: number;
}

/** What the first roll that an answer leads to must show. */
export interface Needs {
  number: number;
  chance?: number | null;
  dice?: number;
  hits?: number | null;
}

/** A game to be created; a position or a puzzle takes the place of scenario, forces and options. */
export interface NewGame {
  book?: string;
  scenario?: string | null;
  seats?: Record<string, SeatPlan>;
  options?: Record<string, unknown>;
  dice?: DiceChoice;
  position?: Record<string, unknown> | null;
  puzzle?: string;
  listed?: boolean;
  name?: string;
  salt?: string;
  seed?: number | null;
}

/** What may follow from an answer until the present step of play is over. */
export interface Odds {
  type: "odds";
  game: string;
  request: number;
  seat: string;
  number: number;
  answer: unknown;
  needs: Needs | null;
  lines: Line[];
  exact: boolean;
  ways: number;
  spreads: Spread[];
}

/** Offer a draw; it lapses with the next answer. */
export interface OfferDraw {
  type: "offer_draw";
  request?: number;
  seat: string;
}

/** Tell the others at this table by which code they join the next game. */
export interface OfferRematch {
  type: "offer_rematch";
  request?: number;
  code: string;
}

/** Everything that a lobby needs to know of a book. */
export interface Offers {
  seats: string[];
  scenarios: ScenarioOffer[];
  forces: ForceOffer[];
  switches: SwitchOffer[];
  units: UnitOffer[];
  first: Suggestion | null;
  most_seats: number;
  roster: RosterForm | null;
  corrections: Correction[];
  on_my_table: Suggestion | null;
  turn: string;
  lessons: Lesson[];
}

/** An answer as it is shown to a person. */
export interface Option {
  answer: unknown;
  label: string;
  rules?: string[];
  refusal?: Refusal | null;
  facts?: Record<string, unknown>;
  means?: string;
  about?: string[];
  group?: string;
  need?: number | null;
  chance?: number | null;
  shares?: number[];
  places?: [number, number][];
  verb?: string;
  short?: string;
  deed?: string;
  points_at?: ("deed" | "ground" | "unit" | "who")[];
  cost?: number | null;
  brings?: Brings[];
  warns?: string;
}

/** All answers that are proposed for a question. */
export interface Options {
  type: "options";
  game: string;
  request: number;
  seat: string;
  number: number;
  options: Option[];
}

/** A standing order that the book offers; the first of its settings is the default. */
export interface OrderOffer {
  key: string;
  title: string;
  words: string;
  settings: SettingOffer[];
  for_a_round: boolean;
}

/** How the standing orders of a seat are set; only its own devices are told. */
export interface Ordered {
  type: "ordered";
  game: string;
  seat: string;
  orders: Record<string, string>;
}

/** Everything about one unit that a player would measure before deciding. */
export interface Outlook {
  unit: string;
  looks: Look[];
  reach: Sweep[];
  threats: Sweep[];
}

/** More than a line about one matter, for whoever opens it; after the end they all lie open. */
export interface Page {
  title: string;
  lines?: Fact[];
  meaning?: string;
  rules?: string[];
  side?: number | null;
  secret?: boolean;
  chart?: Chart | null;
}

/** A piece of terrain. */
export interface Piece {
  id: string;
  kind: string;
  outline: [number, number][];
  height: number;
  traits: string[];
}

/** Are you there? */
export interface Ping {
  type: "ping";
  request?: number;
}

/** A plan was carried out, as far as it held. */
export interface PlanEnded {
  type: "plan_ended";
  game: string;
  request: number;
  seat: string;
  held: number;
  of: number;
  done: boolean;
  why: string;
  refusal: Refusal | null;
  off: number;
}

/** An answer of a plan, to the question that will be open then. */
export interface PlannedAnswer {
  answer: unknown;
  topic?: string;
  label?: string;
}

/** Here. */
export interface Pong {
  type: "pong";
  game: string;
  request: number;
  batch: number;
}

/** Who sits where, whenever that changes. */
export interface Presence {
  type: "presence";
  game: string;
  status: Status;
  seats: Seat[];
  watchers: number;
  watching: string[];
}

/** What one of those that are asked about has to spend: action points, successes. */
export interface Purse {
  of: string;
  limit: number;
  deeds?: string[];
  spent?: Spent[];
  brings?: Brings[];
  shut?: string;
}

/** A case that can be played as a puzzle. */
export interface PuzzleCard {
  id: string;
  book: string;
  title: string;
  rules: string[];
}

/** A question that this viewer may answer. */
export interface Question {
  number: number;
  seat: string;
  kind: Kind;
  topic: string;
  prompt: string;
  rules: string[];
  about: string[];
  form: Choosing | Taking | Handing | Counting | Saying | Rolling | Measuring | Filling;
  facts: Record<string, unknown>;
  hint: Hint | null;
  options: Option[];
  barred: Option[];
  more: boolean;
  orders: string[];
  secret: boolean;
}

/** Why an automatic player has answered as it did; only the eyes of its own seat are told. */
export interface Reasoned {
  type: "reasoned";
  game: string;
  seat: string;
  reasons: string[];
  rules: string[];
}

/** What an automatic player thought when it answered. */
export interface Reasons {
  seat: string;
  answer: unknown;
  reasons: string[];
  rules: string[];
}

/** Why an answer, a roster or a file is not accepted. */
export interface Refusal {
  rule: string;
  reason: string;
  remedy: string;
}

/** Why a request was not carried out; the body of every 4xx. */
export interface Refusals {
  reasons: Refusal[];
}

/** A message was not carried out, and nothing has changed. */
export interface Refused {
  type: "refused";
  game: string;
  request: number;
  about: string;
  number: number | null;
  rule: string;
  reason: string;
  remedy: string;
  more: Refusal[];
}

/** A part of the table that has a name: a section, a sector. */
export interface Region {
  name: string;
  outline: [number, number][];
  at: [number, number];
  lit?: boolean;
}

/** Somebody has laid out the next game. */
export interface RematchOffered {
  type: "rematch_offered";
  game: string;
  by: string;
  code: string;
}

/** A record, position or case that somebody opened. */
export interface Replay {
  kind: "case" | "position" | "record";
  book: string;
  title: string;
  header: Record<string, unknown>;
  viewers: string[];
  frames: Frame[];
  failures: string[];
  words: string;
}

/** Everything that is told after a battle. */
export interface Report {
  book: string;
  title: string;
  book_title: string;
  summary: string;
  rounds: number;
  answers: number;
  result: Result | null;
  sides: Side[];
  ground: Ground;
  course: CoursePoint[];
  turning_points: TurningPoint[];
  maps: TurnMap[];
  fates: Fate[];
  deeds: Deed[];
  luck: LuckAccount[];
  looks: Record<string, string>;
}

/** Give the battle up. */
export interface Resign {
  type: "resign";
  request?: number;
  seat: string;
}

/** How a game ended. */
export interface Result {
  winners: string[];
  points: Record<string, number>;
  why: string;
  rules: string[];
}

/** Send again what came after this batch, and the open question. */
export interface Resume {
  type: "resume";
  request?: number;
  since: number;
}

/** A roll of one seat with the number it needed. */
export interface Roll {
  seat: string;
  faces: number[];
  need: number;
  pooled: boolean;
  sides: number;
  words: string;
  unit: string;
}

/** Dice of the real table. */
export interface Rolling {
  form: "rolling";
  count: number;
  sides: number;
  purpose?: string;
  need?: number | null;
  is_sum?: boolean;
}

/** A whole roster; its data is what the book reads as a force. */
export interface RosterForm {
  fields: FormField[];
  parts: RosterPart[];
  counted?: string;
  worked_out?: string[];
}

/** A list of entries of one sort, or one entry that stands alone. */
export interface RosterPart {
  name: string;
  label: string;
  one: string;
  fields: FormField[];
  fresh?: Record<string, unknown>;
  is_single?: boolean;
  worked_out?: string[];
}

/** One rule of a book. */
export interface Rule {
  id: string;
  title: string;
  text: string;
  source: string;
  kind: string;
  choice?: string;
  table?: unknown[];
  example?: string;
  unclear?: string;
  ruling?: string;
  interacts?: string[];
  chapter?: string;
  order?: number;
}

/** Words of somebody. */
export interface Said {
  type: "said";
  game: string;
  by: string;
  words: string;
}

/** Words to everybody. */
export interface Say {
  type: "say";
  request?: number;
  words: string;
}

/** Some words. */
export interface Saying {
  form: "saying";
  longest: number;
}

/** A scenario that can be played. */
export interface ScenarioOffer {
  id: string;
  title: string;
  sentence?: string;
  rule?: string;
  roles?: string[];
  collection?: string;
  briefing?: string;
  next?: string;
}

/** One seat, as everybody may know it. */
export interface Seat {
  seat: string;
  who: Who;
  name: string;
  player: string;
  present: boolean;
  lost: boolean;
  choose_in: number | null;
  dice: DiceSource;
}

/** Who will sit in a seat, and with which force. */
export interface SeatPlan {
  sits?: Sitting;
  force?: unknown;
  player?: string;
  name?: string;
  dice?: DiceChoice | null;
}

/** From now on one of the seat's standing orders is set so. */
export interface SetOrder {
  type: "set_order";
  request?: number;
  seat: string;
  order: string;
  setting: string;
}

/** One way in which an order may be set. */
export interface SettingOffer {
  key: string;
  words: string;
}

/** Choose what becomes of a seat that was lost: wait on, let the AI take it, or end the game. */
export interface SettleAbsence {
  type: "settle_absence";
  request?: number;
  seat: string;
  choice: AbsenceChoice;
  player?: string;
}

/** The table as one viewer sees it. */
export interface Showing {
  ground: Ground;
  units?: Unit[];
  markers?: Marker[];
  clock?: Clock;
  sides?: Standing[];
  title?: string;
  notes?: Fact[];
  gauges?: Gauge[];
  pages?: Page[];
  looks?: Record<string, string>;
  regions?: Region[];
  unit?: string;
}

/** The table as a viewer sees it, or the parts of it that have changed; whatever is left out is as it was. A changed unit or marker takes the place of the one with its id; a new one comes after the others. */
export interface Shown {
  whole?: boolean;
  ground?: Ground | null;
  units?: Unit[] | null;
  markers?: Marker[] | null;
  gone?: Gone | null;
  clock?: Clock | null;
  sides?: Standing[] | null;
  title?: string | null;
  notes?: Fact[] | null;
  gauges?: Gauge[] | null;
  pages?: Page[] | null;
  looks?: Record<string, string> | null;
  regions?: Region[] | null;
  unit?: string | null;
}

/** A side as it ended. */
export interface Side {
  side: number;
  name: string;
  seats: string[];
  role: string;
  points: number | null;
  rows: Fact[];
  won: boolean;
}

/** The ways to do what a gesture means, best first; where there is none, why. */
export interface Sketched {
  type: "sketched";
  game: string;
  request: number;
  seat: string;
  number: number;
  ways: Way[];
  why: string;
}

/** What part of a purse has gone to. */
export interface Spent {
  deed: string;
  cost: number;
  back?: string;
}

/** How the strength of one unit may change, with the chance of each change; no change is one of them. */
export interface Spread {
  unit: string;
  changes: Record<string, number>;
}

/** Points as they stand, as far as the viewer may know. */
export interface Standing {
  side: number;
  name: string;
  seats: string[];
  role?: string;
  points?: number | null;
  lines?: Fact[];
  points_are?: string;
}

/** Something to do at the table before an answer is given. */
export interface Step {
  title: string;
  text?: string;
  rules?: string[];
}

/** A whole game for somebody who wants to play at once. */
export interface Suggestion {
  scenario: string | null;
  seats: Record<string, unknown>;
  options?: Record<string, unknown>;
  person?: string;
  welcome?: string;
}

/** Ground that a unit can get to, or hit, with the word and the number behind it. */
export interface Sweep {
  unit: string;
  kind: "move" | "shoot";
  inches: number;
  outlines: [number, number][][];
  words?: string;
  rules?: string[];
}

/** A switch of the game, with the rule it touches and what it does. */
export interface SwitchOffer {
  name: string;
  sentence: string;
  rule: string;
  default: boolean | number | string;
  values?: (boolean | number | string)[];
  range?: SwitchRange | null;
  several?: boolean;
  words?: string;
  group?: string;
  proposed?: boolean | number | string | null;
  meanings?: Record<string, string>;
  on_my_table?: FormChoice[];
}

/** The numbers that a switch takes. */
export interface SwitchRange {
  least: number;
  most: number;
  step: number | null;
}

/** One row of a table on which dice were rolled. */
export interface TableRow {
  faces: string;
  words: string;
  struck?: boolean;
}

/** Several of the options, between two limits. */
export interface Taking {
  form: "taking";
  least?: number;
  most?: number | null;
  proposed?: string[];
  thrown?: Thrown | null;
}

/** Successes of one kind: the hits of pools, or tests that were passed. */
export interface Tally {
  tried: number;
  rolled: number;
  expected: number;
  luckier: number;
  unluckier: number;
}

/** Dice that lie there while something is asked. */
export interface Thrown {
  faces: number[];
  need?: number | null;
  sides?: number;
}

/** A fact that happened. */
export interface Told {
  kind: string;
  text: string;
  rules?: string[];
  facts?: Record<string, unknown>;
  heading?: boolean;
  purpose?: string;
  secret?: boolean;
  by_hand?: boolean;
  activation?: boolean;
  rows?: TableRow[];
  per?: number;
}

/** The table when a turn was over. */
export interface TurnMap {
  title: string;
  round: number;
  turn: number;
  side: number | null;
  place: number;
  marks: Mark[];
  markers: Marker[];
  words: string;
  key: boolean;
}

/** A sentence with its rules. */
export interface TurningLine {
  words: string;
  rules: string[];
}

/** A moment after which things stood differently. */
export interface TurningPoint {
  number: number;
  at: number;
  since: number;
  place: number;
  round: number;
  chance: number;
  change: number;
  words: string;
  rules: string[];
  lines: TurningLine[];
}

/** Take back the seat's last word, or go back to a line of its own log; others may have to consent. */
export interface Undo {
  type: "undo";
  request?: number;
  seat: string;
  to_event?: number | null;
}

/** Somebody wants to take something back that needs consent. */
export interface UndoAsked {
  type: "undo_asked";
  game: string;
  undo: number;
  by: string;
  lines: number;
  missing: string[];
}

/** An undo was carried out or not. */
export interface UndoSettled {
  type: "undo_settled";
  game: string;
  undo: number;
  done: boolean;
  refused_by: string;
}

/** A group or a figure, as everybody who may see it sees it. */
export interface Unit {
  id: string;
  name: string;
  kind: string;
  side: number;
  seat: string;
  models?: [number, number][];
  radius?: number;
  leader?: number | null;
  figures?: string[];
  names?: string[];
  tags?: string[];
  strength?: number;
  full_strength?: number;
  acted?: boolean;
  die?: number | null;
  arms?: string;
  spares?: number;
  on_table?: boolean;
  facing?: number | null;
  place?: string;
  glyph?: string;
  mood?: "" | "broken" | "worse";
  badges?: Badge[];
  card?: Fact[];
  traits?: Fact[];
}

/** Something that can be bought for a force: a profile, a trait. */
export interface UnitOffer {
  kind: string;
  id: string;
  name: string;
  points?: number;
  sentence?: string;
  rule?: string;
  facts?: Record<string, unknown>;
}

/** See through the eyes of another seat of this device, or as a watcher: one screen, two players. */
export interface Watch {
  type: "watch";
  request?: number;
  seat: string | null;
  since?: number | null;
}

/** One way to do what a gesture means. */
export interface Way {
  answers: PlannedAnswer[];
  words: string;
  deed: string;
  at: [number, number] | null;
  off: number;
  cost: string;
  target: string;
  need: number | null;
  chance: number | null;
  unsure: boolean;
  along: Along[];
}

/** One of the words that a field may be filled in with. */
export interface Word {
  answer: unknown;
  label: string;
  short?: string;
}

export type FromClient = Enter | GiveAnswer | GivePlan | Intend | SetOrder | Resume | Watch | Undo | Consent | AskOptions | AskOdds | AskChances | AskHint | AskJudgement | AskSketch | AskOutlook | ChangeDice | SettleAbsence | GiveRuling | Say | Ping | Resign | OfferDraw | OfferRematch;

export type FromServer = Hello | Batch | Accepted | PlanEnded | Ordered | ByItself | Refused | Presence | UndoAsked | UndoSettled | DiceAsked | Options | Odds | Chances | Advice | Judged | Sketched | Looked | Reasoned | Said | Pong | DrawAsked | RematchOffered;
