/// Which of the rows that outputs have for the store a commit writes.
enum RowShare {
    case none
    /// Those whose turn it is: no more than one commit should write.
    case due
    /// All: a checkpoint drops the journal from which they could be found out again.
    case all
}
