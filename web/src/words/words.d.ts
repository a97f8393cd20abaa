// Written by build/write_words.ts from the messages in en/; do not edit.

declare module "words:ask" {
  /** Ways to hand them out */
  export const waysToHandThemOut: () => string;
  /** {count, plural, other {# left. Drag one onto who gets it, or tap one and then the other.}} */
  export const leftDragOneOntoWho: (a: { count: number }) => string;
  /** All are handed out. */
  export const allAreHandedOut: () => string;
  /** Still to be handed out */
  export const stillToBeHandedOut: () => string;
  /** The rest to {name} */
  export const theRestTo: (a: { name: string }) => string;
  /** has {things} */
  export const has: (a: { things: string }) => string;
  /** has nothing yet */
  export const hasNothingYet: () => string;
  /** Take {thing} back from {name} */
  export const takeBackFrom: (a: { name: string; thing: string }) => string;
  /** Not possible now */
  export const notPossibleNow: () => string;
  /** Sent … */
  export const sent: () => string;
  /** Your decision */
  export const yourDecision: () => string;
  /** What it leads to */
  export const whatItLeadsTo: () => string;
  /** Clear */
  export const clear: () => string;
  /** Clear, and show all answers */
  export const clearAndShowAllAnswers: () => string;
  /** {along, number} of {others, plural, one {# other goes} other {# others go}} along */
  export const othersGoAlong: (a: { along: number; others: number }) => string;
  /** {others, plural, one {The other goes} other {All # others go}} along */
  export const allOthersGoAlong: (a: { others: number }) => string;
  /** Advice */
  export const advice: () => string;
  /** Your plan stopped after {held, number} of {of, number} steps */
  export const yourPlanStoppedAfterOf: (a: { held: number; of: number }) => string;
  /** What our AI would consider */
  export const whatOurAiWouldConsider: () => string;
  /** There was no time to think. */
  export const thereWasNoTimeTo: () => string;
  /** Thinking … */
  export const thinking: () => string;
  /** None */
  export const none: () => string;
  /** Yes */
  export const yes: () => string;
  /** No */
  export const no: () => string;
  /** As drawn on the ground */
  export const asDrawnOnTheGround: () => string;
  /** Hint */
  export const hint: () => string;
  /** Put the hint away */
  export const putTheHintAway: () => string;
  /** Proposals */
  export const proposals: () => string;
  /** Formation */
  export const formation: () => string;
  /** Shift by one inch */
  export const shiftByOneInch: () => string;
  /** Turn left */
  export const turnLeft: () => string;
  /** Turn right */
  export const turnRight: () => string;
  /** Single models */
  export const singleModels: () => string;
  /** Way-point here */
  export const wayPointHere: () => string;
  /** Drop way-point */
  export const dropWayPoint: () => string;
  /** North */
  export const north: () => string;
  /** South */
  export const south: () => string;
  /** West */
  export const west: () => string;
  /** East */
  export const east: () => string;
  /** Less */
  export const less: () => string;
  /** More */
  export const more: () => string;
  /** Not again this round */
  export const notAgainThisRound: () => string;
  /** Standing order … */
  export const standingOrder: () => string;
  /** {name} may lose, in % */
  export const mayLoseIn: (a: { name: string }) => string;
  /** Several of these may come true together. */
  export const severalOfTheseMayCome: () => string;
  /** Nothing is rolled for this. */
  export const nothingIsRolledForThis: () => string;
  /** Working out the odds … */
  export const workingOutTheOdds: () => string;
  /** Your own plan, at the nearest place */
  export const yourOwnPlanAtThe: () => string;
  /** As advised */
  export const asAdvised: () => string;
  /** Your own plan */
  export const yourOwnPlan: () => string;
  /** Tap the ground, or choose */
  export const tapTheGroundOrChoose: () => string;
  /** Tap the ground, drag the figure there, or choose */
  export const tapTheGroundDragThe: () => string;
  /** The farthest model goes {words}. */
  export const theFarthestModelGoes: (a: { words: string }) => string;
  /** The way: {words}. */
  export const theWay: (a: { words: string }) => string;
  /** Tap them on the ground, or here. */
  export const tapThemOnTheGround: () => string;
  /** Choose {least, number}. <b>{picked, number}</b> chosen. */
  export const choose: (a: { least: number; picked: number }) => import("./spoken").Rich<"b">;
  /** Choose {least, number} or more. <b>{picked, number}</b> chosen. */
  export const chooseOrMore: (a: { least: number; picked: number }) => import("./spoken").Rich<"b">;
  /** Choose as many as you like, or none. <b>{picked, number}</b> chosen. */
  export const chooseAsManyAsYou: (a: { picked: number }) => import("./spoken").Rich<"b">;
  /** Choose {least, number} to {most, number}. <b>{picked, number}</b> chosen. */
  export const chooseTo: (a: { least: number; most: number; picked: number }) => import("./spoken").Rich<"b">;
  /** The dice show {faces} */
  export const theDiceShow: (a: { faces: string }) => string;
  /** All {count, number} together */
  export const allTogether: (a: { count: number }) => string;
  /** Every die for itself */
  export const everyDieForItself: () => string;
  /** That much or more */
  export const thatMuchOrMore: () => string;
  /** Let the program roll */
  export const letTheProgramRoll: () => string;
  /** One {face, number} fewer */
  export const oneFewer: (a: { face: number }) => string;
  /** One {face, number} more */
  export const oneMore: (a: { face: number }) => string;
  /** too low */
  export const tooLow: () => string;
  /** The next figure, 1 to {sides, number} */
  export const theNextFigure1To: (a: { sides: number }) => string;
  /** Take it */
  export const takeIt: () => string;
  /** Take one back */
  export const takeOneBack: () => string;
  /** Enter counts */
  export const enterCounts: () => string;
  /** The program rolls from now on */
  export const theProgramRollsFromNow: () => string;
  /** Ways to do it */
  export const waysToDoIt: () => string;
  /** Dice are rolled on the way and may change it. */
  export const diceAreRolledOnThe: () => string;
  /** Nothing of the kind can be done now. */
  export const nothingOfTheKindCan: () => string;
  /** Stay here */
  export const stayHere: () => string;
  /** {bearing, select, east {{far} to the east} northEast {{far} to the north-east} north {{far} to the north} northWest {{far} to the north-west} west {{far} to the west} southWest {{far} to the south-west} south {{far} to the south} other {{far} to the south-east}} */
  export const toThe: (a: { bearing: string; far: string }) => string;
  /** {count, plural, =1 {One die} other {# dice}} */
  export const dice: (a: { count: number }) => string;
  /** {number, number}+, {hits, number, ::.0} hits */
  export const hits: (a: { hits: number; number: number }) => string;
  /** Choose an answer */
  export const chooseAnAnswer: () => string;
  /** Roll to {label} */
  export const rollTo: (a: { label: string }) => string;
  /** {count, plural, =1 {Take this one} other {Take these #}} */
  export const takeThese: (a: { count: number }) => string;
  /** Take none */
  export const takeNone: () => string;
  /** Hand them out */
  export const handThemOut: () => string;
  /** Place: {name} */
  export const place: (a: { name: string }) => string;
  /** Place here */
  export const placeHere: () => string;
  /** Move: {name} */
  export const move: (a: { name: string }) => string;
  /** Move here */
  export const moveHere: () => string;
  /** Aim: {name} */
  export const aim: (a: { name: string }) => string;
  /** Aim here */
  export const aimHere: () => string;
  /** Take {number, number} */
  export const take: (a: { number: number }) => string;
  /** Say it */
  export const sayIt: () => string;
  /** Say nothing */
  export const sayNothing: () => string;
  /** These were my dice */
  export const theseWereMyDice: () => string;
  /** {thing} is in your hand. Tap who gets it, or press the digit. */
  export const isInYourHand: (a: { thing: string }) => string;
  /** <b>Not possible now</b>: {names} */
  export const notPossibleAre: (a: { names: string }) => import("./spoken").Rich<"b">;
  /** {name}, your decision */
  export const yourDecisionNamed: (a: { name: string }) => string;
  /** {thing} to {holder} */
  export const goesTo: (a: { holder: string; thing: string }) => string;
  /** <hidden>Answered by your standing order, </hidden>{order}: <b>{answer}</b>{more, plural, =0 {} other { and # more}} */
  export const answeredItself: (a: { answer: string; more: number; order: string }) => import("./spoken").Rich<"b" | "hidden">;
  /** Change<hidden> this standing order</hidden> */
  export const changeThisOrder: () => import("./spoken").Rich<"hidden">;
  /** {shape, select, block {block} line {line} column {column} ring {ring} close {close} other {as they stand}} */
  export const shape: (a: { shape: string }) => string;
  /** {least, number} to {most, number} */
  export const limits: (a: { least: number; most: number }) => string;
  /** at least one */
  export const atLeastOne: () => string;
  /** Tried out many times. */
  export const triedOutManyTimes: () => string;
  /** The likely ones */
  export const theLikelyOnes: () => string;
  /** All outcomes */
  export const allOutcomes: () => string;
  /** {name} may lose: {losses}; at least one in {share} percent */
  export const mayLose: (a: { losses: string; name: string; share: string }) => string;
  /** {loss} in {share} percent */
  export const lossIn: (a: { loss: string; share: string }) => string;
  /** {far} beside where you pointed: the rules allow no nearer place. */
  export const besideWhereYouPointed: (a: { far: string }) => string;
  /** {far} away. */
  export const soFarAway: (a: { far: string }) => string;
  /** {far} away, {most} is the farthest. */
  export const soFarAwayOf: (a: { far: string; most: string }) => string;
  /** {most, select, none {The farthest model goes {far} over open ground.} other {The farthest model goes {far} of {most} over open ground.}} */
  export const theFarthestModelGoesFar: (a: { far: string; most: string }) => string;
  /** {most, select, none {The way: {far} over open ground.} other {The way: {far} of {most} over open ground.}} */
  export const theWayIs: (a: { far: string; most: string }) => string;
  /** {label}, die {at, number} */
  export const dieAt: (a: { at: number; label: string }) => string;
  /** <b>{reached, number}</b> reach it, <b>{not, number}</b> do not */
  export const soManyReachIt: (a: { not: number; reached: number }) => import("./spoken").Rich<"b">;
  /** <b>{sum, number}</b> together */
  export const together: (a: { sum: number }) => import("./spoken").Rich<"b">;
  /** {count, plural, one {<b>#</b> die to go} other {<b>#</b> dice to go}} */
  export const diceToGoBold: (a: { count: number }) => import("./spoken").Rich<"b">;
  /** enough */
  export const enough: () => string;
  /** A {face, number} */
  export const oneFace: (a: { face: number }) => string;
  /** {count, plural, =1 {One way: {words}.} other {# ways: {words}.}} */
  export const waysFound: (a: { count: number; words: string }) => string;
  /** {far, number, ::.0}″ beside where you pointed: the nearest place the rules allow. */
  export const besideTheNearest: (a: { far: number }) => string;
  /** {count, plural, =1 {One die of {sides, number} sides} other {# dice of {sides, number} sides}} */
  export const diceOfSides: (a: { count: number; sides: number }) => string;
  /** {share} % */
  export const percent: (a: { share: string }) => string;
  /** {dice, number} dice */
  export const diceInPool: (a: { dice: number }) => string;
  /** Choose {label} */
  export const chooseNamed: (a: { label: string }) => string;
  /** Choose {least, number} */
  export const chooseSome: (a: { least: number }) => string;
  /** {more, plural, one {Choose one more} other {Choose # more}} */
  export const chooseMore: (a: { more: number }) => string;
  /** {left, plural, one {Hand out the last one} other {Hand out the other #}} */
  export const handOutTheRest: (a: { left: number }) => string;
  /** {name}: {question} */
  export const asks: (a: { name: string; question: string }) => string;
  /** Model {at, number} of {count, number} is held. */
  export const oneModelIsHeld: (a: { at: number; count: number }) => string;
  /** Point elsewhere, or clear */
  export const pointElsewhere: () => string;
  /** {count, plural, one {# die to go} other {# dice to go}} */
  export const diceToGo: (a: { count: number }) => string;
  /** {need, number}+ */
  export const atLeast: (a: { need: number }) => string;
  /** {left, number} of {limit, number} left */
  export const pointsLeft: (a: { left: number; limit: number }) => string;
  /** still to do */
  export const stillToDo: () => string;
  /** Next: {name} */
  export const nextOne: (a: { name: string }) => string;
  /** Only you see this. The others see that you are asked, no more. */
  export const onlyYouSeeThis: () => string;
  /** {deed} costs {cost, number} */
  export const itCosts: (a: { cost: number; deed: string }) => string;
  /** taken */
  export const itIsTaken: () => string;
  /** {name}: {left, number} of {limit, number} left */
  export const purseOf: (a: { left: number; limit: number; name: string }) => string;
  /** Whose turn it is to be thought of */
  export const whoIsNext: () => string;
  /** What {name} can do */
  export const whatItCanGoTo: (a: { name: string }) => string;
  /** Who */
  export const who: () => string;
  /** One less: {what} */
  export const oneLess: (a: { what: string }) => string;
  /** {count, plural, one {Enter # field} other {Enter # fields}} */
  export const enterThese: (a: { count: number }) => string;
  /** The others are ready */
  export const theOthersAreReady: () => string;
  /** Tap again to do it all the same. */
  export const allTheSame: () => string;
}

declare module "words:fill" {
  /** What each does */
  export const whatEachDoes: () => string;
  /** My own */
  export const myOwn: () => string;
}

declare module "words:game" {
  /** {title} · Sandtable */
  export const sandtable: (a: { title: string }) => string;
  /** The table does not answer. Trying again by itself. */
  export const theTableDoesNotAnswer: () => string;
  /** The table is being laid. */
  export const theTableIsBeingLaid: () => string;
  /** The next player */
  export const theNextPlayer: () => string;
  /** Your decision */
  export const yourDecision: () => string;
  /** {name} has laid out another game. */
  export const hasLaidOutAnotherGame: (a: { name: string }) => string;
  /** Join the rematch */
  export const joinTheRematch: () => string;
  /** Next: {title} */
  export const next: (a: { title: string }) => string;
  /** The same once more */
  export const theSameOnceMore: () => string;
  /** Rematch */
  export const rematch: () => string;
  /** Rematch, sides changed */
  export const rematchSidesChanged: () => string;
  /** The ground */
  export const theGround: () => string;
  /** Card */
  export const card: () => string;
  /** The log */
  export const theLog: () => string;
  /** How it stands */
  export const howItStands: () => string;
  /** Advice */
  export const advice: () => string;
  /** Your people */
  export const yourPeople: () => string;
  /** The last dice */
  export const theLastDice: () => string;
  /** Last roll */
  export const lastRoll: () => string;
  /** Round {round, number} */
  export const round: (a: { round: number }) => string;
  /** Draw */
  export const draw: () => string;
  /** {name} offers a draw */
  export const offersADraw: (a: { name: string }) => string;
  /** No */
  export const no: () => string;
  /** Yes */
  export const yes: () => string;
  /** {name} plays on: no draw. */
  export const playsOnNoDraw: (a: { name: string }) => string;
  /** The battle went on: no draw. */
  export const theBattleWentOnNo: () => string;
  /** Drawers */
  export const drawers: () => string;
  /** People {count, number} */
  export const people: (a: { count: number }) => string;
  /** Log */
  export const log: () => string;
  /** Edge of {name} */
  export const edgeOf: (a: { name: string }) => string;
  /** Undo */
  export const undo: () => string;
  /** Menu */
  export const menu: () => string;
  /** The battle is over */
  export const theBattleIsOver: () => string;
  /** One moment */
  export const oneMoment: () => string;
  /** Waiting for the others */
  export const waitingForTheOthers: () => string;
  /** Seat {seat} */
  export const seat: (a: { seat: string }) => string;
  /** Back to the lobby */
  export const backToTheLobby: () => string;
  /** waiting for somebody */
  export const waitingForSomebody: () => string;
  /** our AI */
  export const ourAi: () => string;
  /** On your table */
  export const onYourTable: () => string;
  /** Lay the table */
  export const layTheTable: () => string;
  /** Put your terrain where this map or the printed sheet shows it; half an inch is good enough. */
  export const putYourTerrainWhereThis: () => string;
  /** It lies elsewhere, is missing, or there is more? Say so: the map follows your table. */
  export const itLiesElsewhereIsMissing: () => string;
  /** Set up the figures. */
  export const setUpTheFigures: () => string;
  /** Save the sheet */
  export const saveTheSheet: () => string;
  /** My terrain is different … */
  export const myTerrainIsDifferent: () => string;
  /** Everything stands */
  export const everythingStands: () => string;
  /** Move on your table */
  export const moveOnYourTable: () => string;
  /** {count, plural, other {# more after this}} */
  export const moreAfterThis: (a: { count: number }) => string;
  /** It stands otherwise … */
  export const itStandsOtherwise: () => string;
  /** Done */
  export const done: () => string;
  /** Put it away */
  export const putItAway: () => string;
  /** Offer a draw */
  export const offerADraw: () => string;
  /** Vibrate at my turn */
  export const vibrateAtMyTurn: () => string;
  /** Notify me at my turn */
  export const notifyMeAtMyTurn: () => string;
  /** Your side sets itself up … */
  export const yourSideSetsItselfUp: () => string;
  /** I do it myself */
  export const iDoItMyself: () => string;
  /** Standing orders */
  export const standingOrders: () => string;
  /** Legend */
  export const legend: () => string;
  /** What lies on this table */
  export const whatLiesOnThisTable: () => string;
  /** The battlefield in words */
  export const theBattlefieldInWords: () => string;
  /** This device has no place at that table */
  export const thisDeviceHasNoPlace: () => string;
  /** To the lobby */
  export const toTheLobby: () => string;
  /** Forget this game */
  export const forgetThisGame: () => string;
  /** Units of {name} */
  export const unitsOf: (a: { name: string }) => string;
  /** has acted */
  export const hasActed: () => string;
  /** Talk */
  export const talk: () => string;
  /** Your words */
  export const yourWords: () => string;
  /** Say */
  export const say: () => string;
  /** Mute */
  export const mute: () => string;
  /** Talk … */
  export const talkMore: () => string;
  /** Well played */
  export const wellPlayed: () => string;
  /** Thinking */
  export const thinking: () => string;
  /** Back soon */
  export const backSoon: () => string;
  /** Good luck */
  export const goodLuck: () => string;
  /** Thank you */
  export const thankYou: () => string;
  /** Again? */
  export const again: () => string;
  /** Understood */
  export const understood: () => string;
  /** A draw is offered. Waiting for {names}. */
  export const aDrawIsOffered: (a: { names: string }) => string;
  /** {count, plural, other {{names} decides}} */
  export const decide: (a: { count: number; names: string }) => string;
  /** here */
  export const here: () => string;
  /** you */
  export const you: () => string;
  /** {isReachable, select, true {Point a camera at the picture, or type the six letters on any device of this network. The battle begins when every seat is taken.} other {Type the six letters in another window of this machine. The battle begins when every seat is taken.}} */
  export const howOthersCome: (a: { isReachable: boolean }) => string;
  /** Resign <small>hold for one second</small> */
  export const resign: () => import("./spoken").Rich<"small">;
  /** {isOn, select, true {Sound on} other {Sound off}} */
  export const sound: (a: { isOn: boolean }) => string;
  /** {isMuted, select, true {Talk muted} other {Talk on}} */
  export const talkIs: (a: { isMuted: boolean }) => string;
  /** ready */
  export const ready: () => string;
  /** {count, plural, one {{names} watches.} other {{names} watch.}} */
  export const theyWatch: (a: { count: number; names: string }) => string;
  /** {count, plural, one {# watches.} other {# watch.}} */
  export const soManyWatch: (a: { count: number }) => string;
}

declare module "words:keys" {
  /** bring the chosen unit into the middle */
  export const centre: () => string;
  /** shift a plan, or whoever is to act, by half an inch (with Shift a tenth), else the view */
  export const shift: () => string;
  /** cancel: close what is open, let go of what is chosen */
  export const cancel: () => string;
  /** the last answer in the list: often the end of a turn */
  export const lastAnswer: () => string;
  /** give the chosen answer */
  export const give: () => string;
  /** turn a plan */
  export const turn: () => string;
  /** nearer, farther */
  export const nearerFarther: () => string;
  /** this list */
  export const thisList: () => string;
  /** exact outlines of the ground, as the rules measure them */
  export const outlines: () => string;
  /** next and previous unit */
  export const nextUnit: () => string;
  /** way-point at the present place */
  export const wayPoint: () => string;
  /** the next formation */
  export const shape: () => string;
  /** take hold of single models, one after the other */
  export const single: () => string;
  /** all others go along, or stay */
  export const together: () => string;
  /** take up the next thing that is handed out; then the digit of whoever gets it */
  export const takeUp: () => string;
  /** take the last thing or way-point back */
  export const takeBack: () => string;
  /** standing orders */
  export const orders: () => string;
  /** see once more what has happened */
  export const again: () => string;
  /** Backspace */
  export const keyBackspace: () => string;
  /** ranges from the chosen unit */
  export const ranges: () => string;
  /** undo; the others are asked where they must agree */
  export const undo: () => string;
  /** while something is told: next turn, stand still, a step, faster and slower, skip */
  export const whileTold: () => string;
  /** all names */
  export const allNames: () => string;
  /** choose the answer of that number */
  export const choose: () => string;
  /** full screen */
  export const fullScreen: () => string;
  /** aim at the nearest enemy, then the next */
  export const aim: () => string;
  /** the battlefield in words */
  export const theBattlefieldInWords: () => string;
  /** one round back, one round on */
  export const replayRound: () => string;
  /** one step back, one step on */
  export const replayStep: () => string;
  /** to the beginning, to the end */
  export const replayEnds: () => string;
  /** slower, faster */
  export const slowerFaster: () => string;
  /** play and pause */
  export const replayPlay: () => string;
  /** Enter */
  export const keyEnter: () => string;
  /** Esc */
  export const keyEsc: () => string;
  /** Ctrl+{key} */
  export const keyCtrl: (a: { key: string }) => string;
  /** Space */
  export const keySpace: () => string;
  /** Page */
  export const keyPage: () => string;
  /** Home */
  export const keyHome: () => string;
  /** End */
  export const keyEnd: () => string;
  /** measure */
  export const measure: () => string;
  /** legend */
  export const legend: () => string;
  /** advice */
  export const advice: () => string;
}

declare module "words:laying" {
  /** Come to the table */
  export const comeToTheTable: () => string;
  /** Code {letters} */
  export const code: (a: { letters: string }) => string;
  /** This device has a place there already. */
  export const thisDeviceHasAPlace: () => string;
  /** Go to my place */
  export const goToMyPlace: () => string;
  /** Your name */
  export const yourName: () => string;
  /** Your force */
  export const yourForce: () => string;
  /** As the table has it */
  export const asTheTableHasIt: () => string;
  /** A roster of my own … */
  export const aRosterOfMyOwn: () => string;
  /** Take seat {seat} */
  export const takeSeat: (a: { seat: string }) => string;
  /** Take a seat */
  export const takeASeat: () => string;
  /** Watch */
  export const watch: () => string;
  /** Be the big screen */
  export const beTheBigScreen: () => string;
  /** Lay out a table */
  export const layOutATable: () => string;
  /** Books */
  export const books: () => string;
  /** Scenario */
  export const scenario: () => string;
  /** One more seat */
  export const oneMoreSeat: () => string;
  /** Dice */
  export const dice: () => string;
  /** Options */
  export const options: () => string;
  /** {count, number} changed */
  export const changed: (a: { count: number }) => string;
  /** as the book has them */
  export const asTheBookHasThem: () => string;
  /** Others on this network see the table */
  export const othersOnThisNetworkSee: () => string;
  /** Laying the table … */
  export const layingTheTable: () => string;
  /** Lay the table */
  export const layTheTable: () => string;
  /** … and set up for me */
  export const andSetUpForMe: () => string;
  /** The book is being opened … */
  export const theBookIsBeingOpened: () => string;
  /** App dice */
  export const appDice: () => string;
  /** rolled here */
  export const rolledHere: () => string;
  /** Sealed dice */
  export const sealedDice: () => string;
  /** rolled here from a seal that anyone can verify afterwards */
  export const rolledHereFromASeal: () => string;
  /** Our own dice */
  export const ourOwnDice: () => string;
  /** rolled on the real table and typed */
  export const rolledOnTheRealTable: () => string;
  /** On my table */
  export const onMyTable: () => string;
  /** Your miniatures, your terrain, your dice. The program prepares the battle, plays the enemy, keeps count and knows the rules; you move the figures. */
  export const yourMiniaturesYourTerrainYour: () => string;
  /** The table */
  export const theTable: () => string;
  /** What you play */
  export const whatYouPlay: () => string;
  /** Who is yours */
  export const whoIsYours: () => string;
  /** The figures you need */
  export const theFiguresYouNeed: () => string;
  /** Dice, once the battle has begun */
  export const diceOnceTheBattleHas: () => string;
  /** Lay it out */
  export const layItOut: () => string;
  /** I roll them */
  export const iRollThem: () => string;
  /** Each roll says what it is for and what it needs. The program rolls any of them if you like. */
  export const eachRollSaysWhatIt: () => string;
  /** The program rolls them */
  export const theProgramRollsThem: () => string;
  /** You can take your own dice at any moment. */
  export const youCanTakeYourOwn: () => string;
  /** Earlier */
  export const earlier: () => string;
  /** Later */
  export const later: () => string;
  /** Take away */
  export const takeAway: () => string;
  /** Add a {what} */
  export const addA: (a: { what: string }) => string;
  /** How the roster is made */
  export const howTheRosterIsMade: () => string;
  /** Filled in */
  export const filledIn: () => string;
  /** As text */
  export const asText: () => string;
  /** Begin with nobody */
  export const beginWithNobody: () => string;
  /** A title, then one to a line, as in “{line}” */
  export const aTitleThenOneTo: (a: { line: string }) => string;
  /** One to a line */
  export const oneToALine: () => string;
  /** Ready to march. */
  export const readyToMarch: () => string;
  /** Keep it as it is now */
  export const keepItAsItIs: () => string;
  /** Keep it */
  export const keepIt: () => string;
  /** Forget it */
  export const forgetIt: () => string;
  /** What to add */
  export const whatToAdd: () => string;
  /** Add */
  export const add: () => string;
  /** Seat {seat} */
  export const seat: (a: { seat: string }) => string;
  /** Who sits there */
  export const whoSitsThere: () => string;
  /** How strong */
  export const howStrong: () => string;
  /** Name */
  export const name: () => string;
  /** I roll my own dice and type them */
  export const iRollMyOwnDice: () => string;
  /** Force */
  export const force: () => string;
  /** Whoever joins brings one */
  export const whoeverJoinsBringsOne: () => string;
  /** My own */
  export const myOwn: () => string;
  /** Change it */
  export const changeIt: () => string;
  /** On this device */
  export const onThisDevice: () => string;
  /** On another device */
  export const onAnotherDevice: () => string;
  /** Our AI */
  export const ourAi: () => string;
  /** May be: {words}. */
  export const mayBe: (a: { words: string }) => string;
  /** {changed, plural, other {# changed}} */
  export const soManyChanged: (a: { changed: number }) => string;
  /** Reckless */
  export const reckless: () => string;
  /** any legal answer, by chance */
  export const anyLegalAnswerByChance: () => string;
  /** Steady */
  export const steady: () => string;
  /** the answer with the best odds */
  export const theAnswerWithTheBest: () => string;
  /** Strong */
  export const strong: () => string;
  /** looks ahead for a second */
  export const looksAheadForASecond: () => string;
  /** Strongest */
  export const strongest: () => string;
  /** looks ahead for three seconds */
  export const looksAheadForThreeSeconds: () => string;
  /** a player of this server */
  export const aPlayerOfThisServer: () => string;
  /** The dice of this table are sealed. They are committed to <seal>{commitment}</seal>; whoever takes a seat adds chance of their own. Keep it: the proof of the record shows it again. */
  export const theDiceAreSealed: (a: { commitment: string }) => import("./spoken").Rich<"seal">;
  /** What is only set-up the program rolls. Then you lay the table as the sheet shows it, and tell it where your terrain lies otherwise. To choose every switch, <full>lay out a table in full</full>. */
  export const whatIsOnlySetUp: () => import("./spoken").Rich<"full">;
  /** {points, number} {what}. */
  export const counted: (a: { points: number; what: string }) => string;
  /** {points, number} of {limit, number} {what}. */
  export const countedOf: (a: { limit: number; points: number; what: string }) => string;
  /** {waived, number} of them waived. */
  export const ofThemWaived: (a: { waived: number }) => string;
  /** points */
  export const points: () => string;
  /** {count, plural, one {# thing to settle:} other {# things to settle:}} */
  export const toSettle: (a: { count: number }) => string;
  /** {name} · {points, number} {what} */
  export const forceOf: (a: { name: string; points: number; what: string }) => string;
  /** {points, number} {what} */
  export const soMany: (a: { points: number; what: string }) => string;
  /** {name} earlier */
  export const earlierIn: (a: { name: string }) => string;
  /** {name} later */
  export const laterIn: (a: { name: string }) => string;
  /** Take away {name} */
  export const takeAwayNamed: (a: { name: string }) => string;
  /** Add {name} */
  export const addNamed: (a: { name: string }) => string;
  /** The code of this force */
  export const theCodeOfThisForce: () => string;
  /** yes */
  export const yes: () => string;
  /** no */
  export const no: () => string;
  /** {kind}s */
  export const kinds: (a: { kind: string }) => string;
}

declare module "words:lobby" {
  /** Miniatures games, played from their rulebooks */
  export const miniaturesGamesPlayedFromTheir: () => string;
  /** Or type a code */
  export const orTypeACode: () => string;
  /** Letter {at, number} of {count, number} */
  export const letterOf: (a: { at: number; count: number }) => string;
  /** Continue */
  export const goOn: () => string;
  /** Finished */
  export const finished: () => string;
  /** {count, plural, other {# finished}} */
  export const soManyFinished: (a: { count: number }) => string;
  /** {count, plural, other {All # games}} */
  export const allGames: (a: { count: number }) => string;
  /** our AI */
  export const ourAi: () => string;
  /** seat {seat} */
  export const seat: (a: { seat: string }) => string;
  /** Where do you play? */
  export const whereDoYouPlay: () => string;
  /** On this screen */
  export const onThisScreen: () => string;
  /** Lay out a table */
  export const layOutATable: () => string;
  /** Laying the table … */
  export const layingTheTable: () => string;
  /** Play now */
  export const playNow: () => string;
  /** On my table */
  export const onMyTable: () => string;
  /** Your miniatures, your terrain, your dice. I keep the rules and play the enemy. */
  export const yourMiniaturesYourTerrainYour: () => string;
  /** Lay it out */
  export const layItOut: () => string;
  /** With someone */
  export const withSomeone: () => string;
  /** One screen between you, or two that meet by a six-letter code. */
  export const oneScreenBetweenYouOr: () => string;
  /** Invite */
  export const invite: () => string;
  /** Everything else */
  export const everythingElse: () => string;
  /** New game */
  export const newGame: () => string;
  /** Replays */
  export const replays: () => string;
  /** Puzzles */
  export const puzzles: () => string;
  /** Rules */
  export const rules: () => string;
  /** This device */
  export const thisDevice: () => string;
  /** Text and light */
  export const textAndLight: () => string;
  /** About */
  export const about: () => string;
  /** Bring your friends */
  export const bringYourFriends: () => string;
  /** QR code of the table {code} */
  export const qrCodeOfTheTable: (a: { code: string }) => string;
  /** Nearby */
  export const nearby: () => string;
  /** Sealed dice, committed to {commitment}. */
  export const sealedDiceCommittedTo: (a: { commitment: string }) => string;
  /** Join */
  export const join: () => string;
  /** Watch */
  export const watch: () => string;
  /** Go there */
  export const goThere: () => string;
  /** No open table on this network. Lay one out, and others here will see it at once. */
  export const noOpenTableOnThis: () => string;
  /** {count, plural, other {All # puzzles}} */
  export const allPuzzles: (a: { count: number }) => string;
  /** Still being written */
  export const stillBeingWritten: () => string;
  /** The ground, the figures and the dice are here. <first>Your first battle: {title}. {sentence}</first> */
  export const theGroundIsHere: (a: { sentence: string; title: string }) => import("./spoken").Rich<"first">;
  /** Or from */
  export const orFrom: () => string;
  /** Point a phone here. It joins the table <b>{code}</b>. No account, nothing to type. */
  export const pointAPhoneHere: (a: { code: string }) => import("./spoken").Rich<"b">;
  /** {name}’s table */
  export const tableOf: (a: { name: string }) => string;
  /** {title}. {count, plural, =0 {Watching only.} one {# seat free.} other {# seats free.}} */
  export const seatsFree: (a: { count: number; title: string }) => string;
  /** on {host}. {count, plural, =0 {Watching only.} other {# free.}} */
  export const freeOn: (a: { count: number; host: string }) => string;
  /** {book}, against {names}. */
  export const gameAgainst: (a: { book: string; names: string }) => string;
  /** {status, select, gathering {{book}, waiting for players.} running {{book}, running.} over {{book}, over.} other {{book}, given up.}} */
  export const gameStands: (a: { book: string; status: string }) => string;
  /** {count, plural, =5 {The five books} other {The books}} */
  export const theBooks: (a: { count: number }) => string;
}

declare module "words:look" {
  /** Example. */
  export const example: () => string;
  /** Unclear in the book. */
  export const unclearInTheBook: () => string;
  /** Our ruling. */
  export const ourRuling: () => string;
  /** Source: {source} */
  export const source: (a: { source: string }) => string;
  /** Looking it up … */
  export const lookingItUp: () => string;
  /** Open the card of rule {rule} */
  export const openTheCardOfRule: (a: { rule: string }) => string;
  /** Close */
  export const close: () => string;
  /** Rule {rule} */
  export const ruleOf: (a: { rule: string }) => string;
  /** See also */
  export const seeAlso: () => string;
}

declare module "words:page" {
  /** This page could not be fetched. Look whether the server is running, then load it again. */
  export const thisPageCouldNotBe: () => string;
  /** To the lobby */
  export const toTheLobby: () => string;
  /** The server cannot be reached. */
  export const theServerCannotBeReached: () => string;
  /** Look whether it is running, then try again. */
  export const lookWhetherItIsRunning: () => string;
  /** The server answered {status}. */
  export const serverAnswered: (a: { status: string }) => string;
  /** Try again. */
  export const tryAgain: () => string;
  /** Something failed in the page itself. */
  export const somethingFailedInThePage: () => string;
  /** Load the page again. */
  export const loadThePageAgain: () => string;
  /** The table does not answer, so this may not have been heard. */
  export const theTableDoesNotAnswer: () => string;
  /** Look at the table when the line is back, and say it again. */
  export const lookAtTheTableWhen: () => string;
  /** Seat {seat} */
  export const seat: (a: { seat: string }) => string;
  /** {title} · Sandtable */
  export const pageTitle: (a: { title: string }) => string;
  /** Lying between us */
  export const lyingBetweenUs: () => string;
  /** Text */
  export const text: () => string;
  /** Always */
  export const always: () => string;
  /** High contrast */
  export const highContrast: () => string;
  /** Show */
  export const show: () => string;
  /** Motion */
  export const motion: () => string;
  /** Dark */
  export const dark: () => string;
  /** None */
  export const none: () => string;
  /** {share, number} % */
  export const percent: (a: { share: number }) => string;
  /** Before me */
  export const beforeMe: () => string;
  /** The tablet */
  export const theTablet: () => string;
  /** Curtain */
  export const curtain: () => string;
  /** {speed, number}× */
  export const times: (a: { speed: number }) => string;
  /** Hide */
  export const hide: () => string;
  /** Odds of a chosen answer */
  export const oddsOfAChosenAnswer: () => string;
  /** When there are secrets */
  export const whenThereAreSecrets: () => string;
  /** Never */
  export const never: () => string;
  /** Language */
  export const language: () => string;
  /** As the device */
  export const asTheDevice: () => string;
  /** Big screen */
  export const bigScreen: () => string;
  /** Light */
  export const light: () => string;
}

declare module "words:pages" {
  /** About */
  export const about: () => string;
  /** Version {version} */
  export const version: (a: { version: string }) => string;
  /** Plays tabletop miniatures games from their rulebooks: on one screen, on tablets around a real table, or across a network. Every die, every modifier and every refusal names the rule it comes from. Sandtable itself is under the MIT licence. */
  export const playsTabletopMiniaturesGamesFrom: () => string;
  /** Icons */
  export const icons: () => string;
  /** The drawings of units and markers are from the Game Icons set by Lorc, Delapouite and contributors (game-icons.net), under the Creative Commons Attribution 3.0 licence. */
  export const theDrawingsOfUnitsAnd: () => string;
  /** Type */
  export const type: () => string;
  /** Alegreya and Alegreya Sans by Juan Pablo del Peral, Huerta Tipográfica, under the SIL Open Font License 1.1. */
  export const alegreyaAndAlegreyaSansBy: () => string;
  /** Made with */
  export const madeWith: () => string;
  /** Svelte and Vite, under the MIT licence. */
  export const svelteAndViteUnderThe: () => string;
  /** What is kept on this device */
  export const whatIsKeptOnThis: () => string;
  /** The tokens of the tables at which it has a place, and how it shows things. Nothing is sent anywhere but to the server this page came from. */
  export const theTokensOfTheTables: () => string;
  /** Not here */
  export const notHere: () => string;
  /** This device has no place at that table */
  export const thisDeviceHasNoPlace: () => string;
  /** Ask for its six letters, or begin in the lobby. */
  export const askForItsSixLetters: () => string;
  /** To the lobby */
  export const toTheLobby: () => string;
  /** Puzzles */
  export const puzzles: () => string;
  /** Situations from the books, to be played from there */
  export const situationsFromTheBooksTo: () => string;
  /** Play */
  export const play: () => string;
  /** No puzzle is on this server yet. Every case file in the puzzles of a book appears here. */
  export const noPuzzleIsOnThis: () => string;
  /** Replays */
  export const replays: () => string;
  /** Watch a battle again, from any seat */
  export const watchABattleAgainFrom: () => string;
  /** Open a file */
  export const openAFile: () => string;
  /** Drop a record, a position or a case here. */
  export const dropARecordAPosition: () => string;
  /** Choose a file */
  export const chooseAFile: () => string;
  /** A record, position or case */
  export const aRecordPositionOrCase: () => string;
  /** From this device */
  export const fromThisDevice: () => string;
  /** Watch */
  export const watch: () => string;
  /** Report */
  export const report: () => string;
  /** Rules */
  export const rules: () => string;
  /** Search */
  export const search: () => string;
  /** cover, or the number of a rule */
  export const coverOrTheNumberOf: () => string;
  /** {count, plural, other {# rules}} */
  export const rulesFound: (a: { count: number }) => string;
}

declare module "words:panels" {
  /** Try now */
  export const tryNow: () => string;
  /** <b>{name} has gone quiet.</b> The seat is kept, and nothing is lost. */
  export const hasGoneQuiet: (a: { name: string }) => import("./spoken").Rich<"b">;
  /** {count, plural, one {In # second you may choose:} other {In # seconds you may choose:}} */
  export const inSecondsYouMayChoose: (a: { count: number }) => string;
  /** What shall become of the seat? */
  export const whatShallBecomeOfThe: () => string;
  /** Keep waiting */
  export const keepWaiting: () => string;
  /** Let the AI take the seat */
  export const letTheAiTakeThe: () => string;
  /** Stop here and save */
  export const stopHereAndSave: () => string;
  /** {count, plural, one {The players choose in # second.} other {The players choose in # seconds.}} */
  export const thePlayersChooseInSeconds: (a: { count: number }) => string;
  /** To the lobby from */
  export const toTheLobbyFrom: () => string;
  /** last turn */
  export const lastTurn: () => string;
  /** Undo */
  export const undo: () => string;
  /** Menu */
  export const menu: () => string;
  /** North is below */
  export const northIsBelow: () => string;
  /** Dice */
  export const dice: () => string;
  /** {name} would like to roll own dice */
  export const wouldLikeToRollOwn: (a: { name: string }) => string;
  /** The others are asked */
  export const theOthersAreAsked: () => string;
  /** Agree */
  export const agree: () => string;
  /** No, keep to the seal */
  export const noKeepToTheSeal: () => string;
  /** {name} rolls own dice now; the record says so. */
  export const rollsOwnDiceNowThe: (a: { name: string }) => string;
  /** {name} did not agree; the dice stay sealed. */
  export const didNotAgreeTheDice: (a: { name: string }) => string;
  /** The game went on; the dice stay sealed. */
  export const theGameWentOnThe: () => string;
  /** {name} would like to take something back */
  export const wouldLikeToTakeSomething: (a: { name: string }) => string;
  /** No, play on */
  export const noPlayOn: () => string;
  /** It was taken back. */
  export const itWasTakenBack: () => string;
  /** {name} did not agree; nothing was taken back. */
  export const didNotAgreeNothingWas: (a: { name: string }) => string;
  /** The game went on; nothing was taken back. */
  export const theGameWentOnNothing: () => string;
  /** What does your table show? */
  export const whatDoesYourTableShow: () => string;
  /** Back to the game */
  export const backToTheGame: () => string;
  /** Set right: {done}. */
  export const setRight: (a: { done: string }) => string;
  /** Tap what is different on the ground, or choose it here */
  export const tapWhatIsDifferentOn: () => string;
  /** Something else */
  export const somethingElse: () => string;
  /** What is different */
  export const whatIsDifferent: () => string;
  /** No, something else */
  export const noSomethingElse: () => string;
  /** {east} from the west edge, {north} from the south edge. */
  export const fromTheWestEdgeFrom: (a: { east: string; north: string }) => string;
  /** Tap where it is, or measure and write it. */
  export const tapWhereItIsOr: () => string;
  /** The program has it at {east} and {north}. */
  export const theProgramHasItAt: (a: { east: string; north: string }) => string;
  /** From the west, {measure} */
  export const fromTheWest: (a: { measure: string }) => string;
  /** From the south, {measure} */
  export const fromTheSouth: (a: { measure: string }) => string;
  /** Set it right */
  export const setItRight: () => string;
  /** Figures */
  export const figures: () => string;
  /** Markers */
  export const markers: () => string;
  /** Terrain */
  export const terrain: () => string;
  /** Hand the table to {name} */
  export const handTheTableTo: (a: { name: string }) => string;
  /** Nobody sees it until you are back. */
  export const nobodySeesItUntilYou: () => string;
  /** The table does not answer. Trying again by itself. */
  export const theTableDoesNotAnswer: () => string;
  /** What both of you know */
  export const whatBothOfYouKnow: () => string;
  /** I am {name} */
  export const iAm: (a: { name: string }) => string;
  /** Hold until the ring closes */
  export const holdUntilTheRingCloses: () => string;
  /** Nothing secret is on this screen. */
  export const nothingSecretIsOnThis: () => string;
  /** The last dice */
  export const theLastDice: () => string;
  /** {need, number}+<hidden> needed</hidden> */
  export const needed: (a: { need: number }) => import("./spoken").Rich<"hidden">;
  /** not reached */
  export const notReached: () => string;
  /** Table */
  export const table: () => string;
  /** Dice lie here as they fall. */
  export const diceLieHereAsThey: () => string;
  /** The battle is over */
  export const theBattleIsOver: () => string;
  /** A draw */
  export const aDraw: () => string;
  /** The players gave it up */
  export const thePlayersGaveItUp: () => string;
  /** Read the report */
  export const readTheReport: () => string;
  /** Watch it again */
  export const watchItAgain: () => string;
  /** Lobby */
  export const lobby: () => string;
  /** How it stands */
  export const howItStands: () => string;
  /** more */
  export const more: () => string;
  /** The battlefield in words */
  export const theBattlefieldInWords: () => string;
  /** The ground, {size} */
  export const theGround: (a: { size: string }) => string;
  /** QR code: the link to join */
  export const qrCodeTheLinkTo: () => string;
  /** {role, select, player {One more device for this seat, as player} ally {One more device for this seat, as ally} other {One more device for this seat, as {role}}} */
  export const oneMoreDeviceForThis: (a: { role: string }) => string;
  /** Others join with */
  export const othersJoinWith: () => string;
  /** Code {letters} */
  export const code: (a: { letters: string }) => string;
  /** Copied */
  export const copied: () => string;
  /** Copy the link */
  export const copyTheLink: () => string;
  /** My phone too */
  export const myPhoneToo: () => string;
  /** An ally */
  export const anAlly: () => string;
  /** All keys */
  export const allKeys: () => string;
  /** What happened last */
  export const whatHappenedLast: () => string;
  /** The last dice: {note}. {spoken} */
  export const theLastDiceAre: (a: { note: string; spoken: string }) => string;
  /** {count, plural, one {What happened: # step, from the first} other {What happened: # steps, from the first}} */
  export const whatHappenedStepsFromThe: (a: { count: number }) => string;
  /** {count, plural, one {# step} other {# steps}} */
  export const steps: (a: { count: number }) => string;
  /** open ground */
  export const openGround: () => string;
  /** No terrain lies on this table. */
  export const noTerrainLiesOnThis: () => string;
  /** The log */
  export const theLog: () => string;
  /** What has happened */
  export const whatHasHappened: () => string;
  /** {count, plural, one {Show the # older line} other {Show the # older lines}} */
  export const showTheOlderLines: (a: { count: number }) => string;
  /** : change this standing order */
  export const changeThisStandingOrder: () => string;
  /** and more about this line */
  export const andMoreAboutThisLine: () => string;
  /** Undo to here */
  export const undoToHere: () => string;
  /** What happens is told here, with every die and every rule. */
  export const whatHappensIsToldHere: () => string;
  /** Luck */
  export const luckAccount: () => string;
  /** : open the luck account */
  export const openTheLuckAccount: () => string;
  /** The luck account */
  export const theLuckAccount: () => string;
  /** Successes rolled against successes expected, over every roll that needed a number. */
  export const successesRolledAgainstSuccessesExpected: () => string;
  /** What answers itself */
  export const whatAnswersItself: () => string;
  /** Standing orders */
  export const standingOrders: () => string;
  /** App dice */
  export const appDice: () => string;
  /** My own dice */
  export const myOwnDice: () => string;
  /** On a real table */
  export const onARealTable: () => string;
  /** Save the set-up sheet */
  export const saveTheSetUpSheet: () => string;
  /** The table shows something else … */
  export const tellTheTable: () => string;
  /** The sheet is one page to print: the map to scale, where everything stands, what to lay ready. */
  export const theSheetIsOnePage: () => string;
  /** At the table */
  export const atTheTable: () => string;
  /** This device */
  export const thisDevice: () => string;
  /** The game */
  export const theGame: () => string;
  /** Save the record */
  export const saveTheRecord: () => string;
  /** Rules */
  export const rules: () => string;
  /** Your notes and the points */
  export const yourNotesAndThePoints: () => string;
  /** To keep in mind */
  export const toKeepInMind: () => string;
  /** This book offers nothing to be ordered once for all. */
  export const thisBookOffersNothingTo: () => string;
  /** not again this round */
  export const notAgainThisRound: () => string;
  /** All units */
  export const allUnits: () => string;
  /** Your people */
  export const yourPeople: () => string;
  /** die {die, number} */
  export const die: (a: { die: number }) => string;
  /** strength */
  export const strength: () => string;
  /** You */
  export const you: () => string;
  /** has acted */
  export const hasActed: () => string;
  /** What happened, step by step */
  export const whatHappenedStepByStep: () => string;
  /** What happened */
  export const whatHappened: () => string;
  /** Whose turns are told */
  export const whoseTurnsAreTold: () => string;
  /** Turn {at, number} of {count, number} */
  export const turnOf: (a: { at: number; count: number }) => string;
  /** step {at, number} of {count, number} */
  export const stepOf: (a: { at: number; count: number }) => string;
  /** How far? */
  export const howFar: () => string;
  /** {count, plural, =1 {{far}} other {{far}, whoever goes farthest}} */
  export const goesSoFar: (a: { count: number; far: string }) => string;
  /** Where? */
  export const whereItEnds: () => string;
  /** In contact with {name} */
  export const endsTouching: (a: { name: string }) => string;
  /** {gap} from {name} */
  export const endsBefore: (a: { gap: string; name: string }) => string;
  /** Figure by figure ({count, number}) */
  export const figureByFigure: (a: { count: number }) => string;
  /** A step back */
  export const aStepBack: () => string;
  /** Stand still */
  export const standStill: () => string;
  /** Play the steps */
  export const playTheSteps: () => string;
  /** A step on */
  export const aStepOn: () => string;
  /** Speed {speed, number} times; change it */
  export const speedTimesChangeIt: (a: { speed: number }) => string;
  /** Speed */
  export const speed: () => string;
  /** Next */
  export const next: () => string;
  /** Skip */
  export const skip: () => string;
  /** Skip, to my decision */
  export const skipToMyDecision: () => string;
  /** Skip, to the end */
  export const skipToTheEnd: () => string;
  /** To my decision */
  export const toMyDecision: () => string;
  /** To the end */
  export const toTheEnd: () => string;
  /** Zoom */
  export const zoom: () => string;
  /** Nearer */
  export const nearer: () => string;
  /** Nearer (+) */
  export const nearerKey: () => string;
  /** Farther */
  export const farther: () => string;
  /** Farther (−) */
  export const fartherKey: () => string;
  /** The whole ground */
  export const theWholeGround: () => string;
  /** Tools */
  export const tools: () => string;
  /** Tools of the ground */
  export const toolsOfTheGround: () => string;
  /** Ranges from the chosen unit */
  export const rangesFromTheChosenUnit: () => string;
  /** Ranges (R) */
  export const rangesR: () => string;
  /** Measure */
  export const measure: () => string;
  /** Measure (M) */
  export const measureM: () => string;
  /** All names */
  export const allNames: () => string;
  /** All names (A) */
  export const allNamesA: () => string;
  /** Exact outlines */
  export const exactOutlines: () => string;
  /** Exact outlines (O) */
  export const exactOutlinesO: () => string;
  /** Legend */
  export const legend: () => string;
  /** Legend (L) */
  export const legendL: () => string;
  /** In words (W) */
  export const inWordsW: () => string;
  /** The table shows something else */
  export const theTableShowsSomethingElse: () => string;
  /** Card of {name} */
  export const cardOf: (a: { name: string }) => string;
  /** {strength, number} of {full, number} */
  export const ofFull: (a: { full: number; strength: number }) => string;
  /** Front of the card */
  export const frontOfTheCard: () => string;
  /** Back of the card: traits and rules */
  export const backOfTheCardTraits: () => string;
  /** Put the card away */
  export const putTheCardAway: () => string;
  /** Strength {strength, number} of {full, number} */
  export const strengthOf: (a: { full: number; strength: number }) => string;
  /** {name} thinks */
  export const thinks: (a: { name: string }) => string;
  /** {name} decides */
  export const decides: (a: { name: string }) => string;
  /** You will see the dice as they fall. */
  export const youWillSeeTheDice: () => string;
  /** One moment */
  export const oneMoment: () => string;
  /** The table is being laid. */
  export const theTableIsBeingLaid: () => string;
  /** Briefing */
  export const briefing: () => string;
  /** I see */
  export const iSee: () => string;
  /** you are the {role} */
  export const youAreThe: (a: { role: string }) => string;
  /** Marked on the map: {things}. */
  export const markedOnTheMap: (a: { things: string }) => string;
  /** By itself: {answer} ({asked}) */
  export const byItself: (a: { answer: string; asked: string }) => string;
  /** acts now */
  export const actsNow: () => string;
  /** {hits, number} of {count, number} at {need, number} or more: {faces} */
  export const ofAtOrMore: (a: { count: number; faces: string; hits: number; need: number }) => string;
  /** not on the table */
  export const notOnTheTable: () => string;
  /** in the {ground} */
  export const inThe: (a: { ground: string }) => string;
  /** in the open */
  export const inTheOpen: () => string;
  /** could {kind} {far} */
  export const could: (a: { far: string; kind: string }) => string;
  /** in clear sight */
  export const inClearSight: () => string;
  /** <b>No word from the table for {count, plural, one {# second} other {# seconds}}.</b> Trying again by itself. */
  export const noWordFor: (a: { count: number }) => import("./spoken").Rich<"b">;
  /** {isPending, select, true {You can look, measure and plan. Your answer is kept and goes out again.} other {You can look, measure and plan. Answers wait until the table is back.}} */
  export const whatCanBeDone: (a: { isPending: boolean }) => string;
  /** Round {round, number} of {rounds, number} */
  export const roundOf: (a: { round: number; rounds: number }) => string;
  /** Round {round, number} */
  export const round: (a: { round: number }) => string;
  /** you */
  export const yours: () => string;
  /** Undo: {what} */
  export const undoOf: (a: { what: string }) => string;
  /** N */
  export const north: () => string;
  /** The dice of this game are sealed; nobody could prove those of a real table. */
  export const diceAreSealed: () => string;
  /** The dice of this game are sealed; nobody could prove those of a real table. Waiting for {names}. */
  export const diceAreSealedWaiting: (a: { names: string }) => string;
  /** {count, plural, =0 {Part of the log would go.} =1 {The last line of the log would go.} other {The last # lines of the log would go.}} */
  export const linesWouldGo: (a: { count: number }) => string;
  /** {count, plural, =0 {Part of the log would go. Waiting for {names}.} =1 {The last line of the log would go. Waiting for {names}.} other {The last # lines of the log would go. Waiting for {names}.}} */
  export const linesWouldGoWaiting: (a: { count: number; names: string }) => string;
  /** <b>{name}</b>, what is yours alone is put away. */
  export const isPutAway: (a: { name: string }) => import("./spoken").Rich<"b">;
  /** {name} is asked next. */
  export const isAskedNext: (a: { name: string }) => string;
  /** {name} looks next. */
  export const looksNext: (a: { name: string }) => string;
  /** reached */
  export const reached: () => string;
  /** {count, plural, other {{names} won}} */
  export const theyWon: (a: { count: number; names: string }) => string;
  /** {label} {value, number} of {limit, number} */
  export const gaugeOf: (a: { label: string; limit: number; value: number }) => string;
  /** of {limit, number} */
  export const ofLimit: (a: { limit: number }) => string;
  /** + {count, number}<hidden> more</hidden> */
  export const moreLines: (a: { count: number }) => import("./spoken").Rich<"hidden">;
  /** How it stands: */
  export const howItStandsNow: () => string;
  /** Only this machine reaches the table now. Whoever hosts it for others begins with <code>{command}</code>. */
  export const onlyThisMachine: (a: { command: string }) => import("./spoken").Rich<"code">;
  /** {traits}, {height} high */
  export const traitsAndHeight: (a: { height: string; traits: string }) => string;
  /** Dice: {source} */
  export const diceFrom: (a: { source: string }) => string;
  /** Luck {surplus} */
  export const luckIs: (a: { surplus: string }) => string;
  /** {count, plural, =1 {can be spared once} other {can be spared # times}} */
  export const canBeSpared: (a: { count: number }) => string;
  /** away */
  export const away: () => string;
  /** ready */
  export const ready: () => string;
  /** Sealed dice: {commitment} */
  export const sealedDice: (a: { commitment: string }) => string;
  /** {speed, number}× */
  export const times: (a: { speed: number }) => string;
  /** {hits, number} of {count, number} */
  export const hitsOf: (a: { count: number; hits: number }) => string;
  /** yours */
  export const isYours: () => string;
  /** enemy */
  export const isEnemy: () => string;
  /** strength {strength, number} of {full, number} */
  export const strengthIs: (a: { full: number; strength: number }) => string;
  /** {facts}. */
  export const facts: (a: { facts: string }) => string;
  /** {bearing, select, east {{far} east of {name}} northEast {{far} north-east of {name}} north {{far} north of {name}} northWest {{far} north-west of {name}} west {{far} west of {name}} southWest {{far} south-west of {name}} south {{far} south of {name}} other {{far} south-east of {name}}} */
  export const awayFrom: (a: { bearing: string; far: string; name: string }) => string;
  /** {name} can {deeds} */
  export const canDo: (a: { deeds: string; name: string }) => string;
  /** {part, select, east {in the east of the table} northEast {in the north-east of the table} north {in the north of the table} northWest {in the north-west of the table} west {in the west of the table} southWest {in the south-west of the table} south {in the south of the table} southEast {in the south-east of the table} other {in the middle of the table}} */
  export const inPart: (a: { part: string }) => string;
  /** touching {name} */
  export const underUnit: (a: { name: string }) => string;
  /** {wide} by {deep} */
  export const soLarge: (a: { deep: string; wide: string }) => string;
  /** {need, number}+ */
  export const atLeast: (a: { need: number }) => string;
  /** {count, number} lost */
  export const costs: (a: { count: number }) => string;
  /** {count, number} over */
  export const leftOver: (a: { count: number }) => string;
  /** {count, number} of {per, number} */
  export const leftOf: (a: { count: number; per: number }) => string;
  /** {name} is gone */
  export const isGone: (a: { name: string }) => string;
  /** {name}: {was, number} → {now, number} */
  export const wentDown: (a: { name: string; now: number; was: number }) => string;
  /** {name} could lose */
  export const wasForetold: (a: { name: string }) => string;
  /** came true: */
  export const cameTrue: () => string;
  /** unharmed */
  export const unharmed: () => string;
  /** Only you see this page. */
  export const onlyYouSeeThisPage: () => string;
  /** The darker a square, the more {shade} (up to {darkest, number}); the larger a disc, the more {disc} (full at {largest, number}). Small points show the ways in which a square draws them, the strongest darkest. The frame is the table. */
  export const whatTheSquaresShow: (a: { darkest: number; disc: string; largest: number; shade: string }) => string;
  /** As a list */
  export const asAList: () => string;
  /** Row {row, number}, column {column, number}: {count, number} {disc}, {shade} {value, number} */
  export const squareHolds: (a: { column: number; count: number; disc: string; row: number; shade: string; value: number }) => string;
  /** Every die was sealed before the game began, as {commitment}; the saved record proves it. */
  export const theSealIsProven: (a: { commitment: string }) => string;
}

declare module "words:replay" {
  /** Replay */
  export const replay: () => string;
  /** Step */
  export const step: () => string;
  /** To round {round, number} */
  export const toRound: (a: { round: number }) => string;
  /** To the beginning */
  export const toTheBeginning: () => string;
  /** To the beginning (Home) */
  export const toTheBeginningKey: () => string;
  /** One step back */
  export const oneStepBack: () => string;
  /** One step back (←) */
  export const oneStepBackKey: () => string;
  /** Pause */
  export const pause: () => string;
  /** Play */
  export const play: () => string;
  /** Play and pause (Space) */
  export const playAndPauseKey: () => string;
  /** One step on */
  export const oneStepOn: () => string;
  /** One step on (→) */
  export const oneStepOnKey: () => string;
  /** To the end */
  export const toTheEnd: () => string;
  /** To the end (End) */
  export const toTheEndKey: () => string;
  /** Speed {speed, number}×, change */
  export const speedChange: (a: { speed: number }) => string;
  /** Speed */
  export const speed: () => string;
  /** Through whose eyes */
  export const throughWhoseEyes: () => string;
  /** All */
  export const all: () => string;
  /** A watcher */
  export const aWatcher: () => string;
  /** Seat {seat} */
  export const seat: (a: { seat: string }) => string;
  /** Report */
  export const report: () => string;
  /** Share as one file */
  export const shareAsOneFile: () => string;
  /** This file will not open */
  export const thisFileWillNotOpen: () => string;
  /** Open another */
  export const openAnother: () => string;
  /** The ground */
  export const theGround: () => string;
  /** Reading it again from the beginning … */
  export const readingItAgainFromThe: () => string;
  /** Nothing is open here. */
  export const nothingIsOpenHere: () => string;
  /** Open a record */
  export const openARecord: () => string;
  /** What lies on this table */
  export const whatLiesOnThisTable: () => string;
  /** The table in words */
  export const theTableInWords: () => string;
  /** Keys of the replay */
  export const keysOfTheReplay: () => string;
  /** round {round, number} */
  export const round: (a: { round: number }) => string;
  /** The log */
  export const theLog: () => string;
  /** The beginning */
  export const theBeginning: () => string;
  /** An answer that these eyes did not see. */
  export const anAnswerThatTheseEyes: () => string;
  /** The ground, {size} */
  export const theGroundSize: (a: { size: string }) => string;
  /** to {place} */
  export const to: (a: { place: string }) => string;
  /** as laid */
  export const asLaid: () => string;
  /** {round, plural, =0 {Step {at, number} of {last, number}, setup} other {Step {at, number} of {last, number}, round {round, number}}} */
  export const stepOf: (a: { at: number; last: number; round: number }) => string;
  /** setup */
  export const setup: () => string;
  /** yes */
  export const yes: () => string;
  /** no */
  export const no: () => string;
  /** none */
  export const none: () => string;
  /** {what} to {who} */
  export const goesTo: (a: { what: string; who: string }) => string;
  /** {speed, number}× */
  export const times: (a: { speed: number }) => string;
}

declare module "words:report" {
  /** {name} ahead */
  export const ahead: (a: { name: string }) => string;
  /** Round {round, number} */
  export const round: (a: { round: number }) => string;
  /** Best deeds */
  export const bestDeeds: () => string;
  /** Who is left */
  export const whoIsLeft: () => string;
  /** {left, number} of {full, number} */
  export const of: (a: { full: number; left: number }) => string;
  /** Losses, blow by blow */
  export const lossesBlowByBlow: () => string;
  /** The dice */
  export const theDice: () => string;
  /** Luckiest: {name}, {roll}. */
  export const luckiest: (a: { name: string; roll: string }) => string;
  /** Unluckiest: {name}, {roll}. */
  export const unluckiest: (a: { name: string; roll: string }) => string;
  /** {hits, number} of {count, plural, other {# dice}} on {need, number}+ */
  export const ofDiceOn: (a: { count: number; hits: number; need: number }) => string;
  /** {total, number} where {need, number}+ was needed */
  export const whereWasNeeded: (a: { need: number; total: number }) => string;
  /** After the battle */
  export const afterTheBattle: () => string;
  /** Watch it again */
  export const watchItAgain: () => string;
  /** Saving … */
  export const saving: () => string;
  /** Save as one page */
  export const saveAsOnePage: () => string;
  /** Play the other side */
  export const playTheOtherSide: () => string;
  /** New battle */
  export const newBattle: () => string;
  /** There is no report */
  export const thereIsNoReport: () => string;
  /** The battle is being played again for its report … */
  export const theBattleIsBeingPlayed: () => string;
  /** How the battle swung */
  export const howTheBattleSwung: () => string;
  /** Every turn */
  export const everyTurn: () => string;
  /** Dotted lines show where a unit came from */
  export const dottedLinesShowWhereA: () => string;
  /** Where the points come from */
  export const whereThePointsComeFrom: () => string;
  /** What was to be done */
  export const whatWasToBeDone: () => string;
  /** Watch from here */
  export const watchFromHere: () => string;
  /** Turning points */
  export const turningPoints: () => string;
  /** Watch */
  export const watch: () => string;
  /** Line by line */
  export const lineByLine: () => string;
  /** Round {round, number}, {chance} */
  export const roundChance: (a: { chance: string; round: number }) => string;
  /** {kind, select, lost {<unit>{name}</unit> lost {amount, number}} lostTo {<unit>{name}</unit> lost {amount, number} to <foe>{by}</foe>} against {<unit>{name}</unit>, against <foe>{by}</foe>} other {<unit>{name}</unit>}}{gone, select, none {} other {: {gone}}} */
  export const blow: (a: { amount: number; by: string; gone: string; kind: string; name: string }) => import("./spoken").Rich<"foe" | "unit">;
  /** {book} · {rounds, plural, one {# round} other {# rounds}} */
  export const played: (a: { book: string; rounds: number }) => string;
  /** This device has no place at that table. <open>Open a record</open> to read its report. */
  export const noPlaceThere: () => import("./spoken").Rich<"open">;
  /** won */
  export const won: () => string;
  /** you */
  export const you: () => string;
  /** the first side */
  export const theFirstSide: () => string;
  /** {name}’s chance to win, judged after every answer by the book’s adviser */
  export const chanceToWin: (a: { name: string }) => string;
  /** {word, select, none {{name}, {strength, number} of {full, number}} other {{name}, {strength, number} of {full, number}, {word}}} */
  export const markOf: (a: { full: number; name: string; strength: number; word: string }) => string;
  /** {count, plural, =1 {One turning point} =2 {Two turning points} =3 {Three turning points} =4 {Four turning points} =5 {Five turning points} other {# turning points}} */
  export const soManyTurningPoints: (a: { count: number }) => string;
  /** Round {round, number}, {change}. */
  export const turned: (a: { change: string; round: number }) => string;
  /** round {round, number} {chance, number} % */
  export const chanceIn: (a: { chance: number; round: number }) => string;
  /** The chance of {name} to win, at the end of each round: {told}. */
  export const chanceByRound: (a: { name: string; told: string }) => string;
  /** {chance, number} % */
  export const percent: (a: { chance: number }) => string;
  /** +{chance, number} % */
  export const more: (a: { chance: number }) => string;
  /** −{chance, number} % */
  export const less: (a: { chance: number }) => string;
}

declare module "words:table" {
  /** The ground, seen from above. The list of units tells it in words. */
  export const theGroundSeenFromAbove: () => string;
  /** of {most}: too far */
  export const tooFar: (a: { most: string }) => string;
  /** {wide, number} by {deep, number} inches */
  export const sizeInInches: (a: { deep: number; wide: number }) => string;
  /** {wide, number} by {deep, number} centimetres */
  export const sizeInCentimetres: (a: { deep: number; wide: number }) => string;
  /** {wide, number} by {deep, number} spaces */
  export const sizeInSpaces: (a: { deep: number; wide: number }) => string;
  /** {length, plural, =1 {# inch} other {# inches}} */
  export const inches: (a: { length: number }) => string;
  /** {length, plural, =1 {# centimetre} other {# centimetres}} */
  export const centimetres: (a: { length: number }) => string;
  /** {length, plural, =1 {# space} other {# spaces}} */
  export const spaces: (a: { length: number }) => string;
  /** inches */
  export const inInches: () => string;
  /** centimetres */
  export const inCentimetres: () => string;
  /** spaces */
  export const inSpaces: () => string;
  /** {length, number}″ */
  export const farInInches: (a: { length: number }) => string;
  /** {length, number} cm */
  export const farInCentimetres: (a: { length: number }) => string;
  /** {length, number} */
  export const farInSpaces: (a: { length: number }) => string;
  /** of {most} */
  export const ofMost: (a: { most: string }) => string;
  /** {count, plural, one {# die} other {# dice}} */
  export const dice: (a: { count: number }) => string;
}
